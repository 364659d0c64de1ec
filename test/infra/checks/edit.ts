/** Finds resources in a template, and plants violations. */
import { documentOf } from "./routes.ts";
import { at, pathOf, type Resource, type Template } from "./template.ts";

export function idOf(template: Template, path: string): string {
  const [id] = Object.entries(template.Resources).find(([, resource]) => pathOf(resource) === path) ?? [];
  if (id === undefined) throw new Error(`the template has nothing at ${path}`);
  return id;
}

export function find(template: Template, path: string): Resource {
  return template.Resources[idOf(template, path)] ?? { Type: "" };
}

export function remove(template: Template, path: string): void {
  delete template.Resources[idOf(template, path)];
}

export function change(template: Template, path: string, properties: Record<string, unknown>): void {
  const resource = find(template, path);
  resource.Properties = { ...resource.Properties, ...properties };
}

/** Changes an object of the gateway's document, found by the names that lead to it. */
export function changeDocument(template: Template, path: readonly string[], properties: Record<string, unknown>): void {
  const found = at(documentOf(template), ...path);
  if (typeof found !== "object" || found === null) throw new Error(`the document has nothing at ${path.join(" ")}`);
  Object.assign(found, properties);
}

export function removeFromDocument(template: Template, path: readonly string[], name: string): void {
  const found = at(documentOf(template), ...path);
  if (typeof found !== "object" || found === null) throw new Error(`the document has nothing at ${path.join(" ")}`);
  if (!Reflect.has(found, name)) throw new Error(`the document has no ${name} at ${path.join(" ")}`);
  Reflect.deleteProperty(found, name);
}

export function grant(template: Template, name: string, action: string, resource: unknown): void {
  change(template, `Functions/${name}/Role`, {
    Policies: [{ PolicyDocument: { Statement: [{ Effect: "Allow", Action: action, Resource: resource }] } }],
  });
}
