/** Ways to find a resource of a template and to plant a violation into it. */
import { placeOf, type Resource, type Template } from "./template.ts";

export function idOf(template: Template, place: string): string {
  const [id] = Object.entries(template.Resources).find(([, resource]) => placeOf(resource) === place) ?? [];
  if (id === undefined) throw new Error(`the template has nothing at ${place}`);
  return id;
}

export function find(template: Template, place: string): Resource {
  return template.Resources[idOf(template, place)] ?? { Type: "" };
}

export function remove(template: Template, place: string): void {
  delete template.Resources[idOf(template, place)];
}

export function change(template: Template, place: string, properties: Record<string, unknown>): void {
  const resource = find(template, place);
  resource.Properties = { ...resource.Properties, ...properties };
}

export function grant(template: Template, name: string, action: string, resource: unknown): void {
  change(template, `Functions/${name}/Role`, {
    Policies: [{ PolicyDocument: { Statement: [{ Effect: "Allow", Action: action, Resource: resource }] } }],
  });
}
