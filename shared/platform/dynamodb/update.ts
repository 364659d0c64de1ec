import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** The expressions of an update that sets these attributes. Null removes an attribute. */
export function updateOf(attributes: Readonly<Record<string, unknown>>) {
  const names = Object.keys(attributes);
  const [set, removed] = [
    names.filter((name) => attributes[name] !== null),
    names.filter((name) => attributes[name] === null),
  ];
  const setting = set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(", ")}`] : [];
  const removing = removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(", ")}`] : [];
  return {
    UpdateExpression: [...setting, ...removing].join(" "),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ...(set.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(set.map((name) => [`:${name}`, attributes[name]])),
    }),
  };
}

/** The answer to a command; undefined if its condition does not hold. */
export async function unlessRefused<Answer>(sending: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await sending;
  } catch (fault) {
    if (fault instanceof ConditionalCheckFailedException) return undefined;
    throw fault;
  }
}
