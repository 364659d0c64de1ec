/** What an update of a transaction makes of an item: of the expressions that our code writes, which only set and remove. */
import type { Item } from "./write-units.ts";

export interface Update {
  Key: Item;
  UpdateExpression: string;
  ExpressionAttributeNames?: Readonly<Record<string, string>>;
  ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
}

/** Throws at an expression of another kind. */
export function updatedItem(before: Item | undefined, update: Update): Item {
  const { Key, UpdateExpression, ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = update;
  const after: Record<string, unknown> = { ...Key, ...before };
  const nameOf = (name: string) => ExpressionAttributeNames[name] ?? name;
  const [, setting = "", removing = ""] = /^(?:SET (.*?))? ?(?:REMOVE (.*))?$/.exec(UpdateExpression) ?? [];
  for (const part of partsOf(setting)) {
    const [, name = "", value = ""] = /^(#?\w+) = (:\w+)$/.exec(part) ?? [];
    if (!(value in ExpressionAttributeValues)) throw unknown(UpdateExpression);
    after[nameOf(name)] = ExpressionAttributeValues[value];
  }
  for (const name of partsOf(removing)) delete after[nameOf(name)];
  if (setting === "" && removing === "") throw unknown(UpdateExpression);
  return after;
}

function partsOf(list: string): string[] {
  return list === "" ? [] : list.split(", ");
}

function unknown(expression: string): Error {
  return new Error(`what "${expression}" makes of an item is not known here`);
}
