/** Checks the settings of functions, the expiry of logs, and that traffic waits for the gate. */
import { answerSeconds } from "../../../functions/declaration.ts";
import { routeGroups } from "../../../functions/routes.ts";
import { functionDeclarations, functionNames } from "../../../infra/cloud/functions.ts";
import { find } from "./edit.ts";
import { documentOf } from "./routes.ts";
import {
  at,
  type Check,
  dependenciesOf,
  pathOf,
  referencesOf,
  resourcesOf,
  type Template,
  textOf,
} from "./template.ts";

/** All functions have one runtime and one processor type. Those behind the gateway time out before it does. */
export const functionFaults: Check = (template) =>
  functionNames.flatMap((name) => {
    const path = `Functions/${name}/Function`;
    const { Properties } = find(template, path);
    const limit = routeGroups.some((group) => group.name === name) ? answerSeconds : name === "authorizer" ? 10 : 900;
    const { memory, nodeOptions = "" } = functionDeclarations[name];
    const options = String(at(Properties, "Environment", "Variables", "NODE_OPTIONS")).split(" ");
    return [
      ...(at(Properties, "Runtime") === "nodejs24.x" ? [] : [`${path} runs on ${at(Properties, "Runtime")}`]),
      ...(at(Properties, "Architectures", 0) === "arm64" ? [] : [`${path} is not for arm64`]),
      ...(Number(at(Properties, "Timeout")) <= limit
        ? []
        : [`${name} runs longer than its caller waits: give it at most ${limit} seconds where it declares itself`]),
      ...(options.includes("--enable-source-maps") ? [] : [`${path} reports faults by positions in minified code`]),
      // The memory was measured with these options.
      ...(Number(at(Properties, "MemorySize")) === memory && options.slice(1).join(" ") === nodeOptions
        ? []
        : [`${path} has the memory of another`]),
    ];
  });

/** All logs expire, also those of functions that CDK adds. */
export const logFaults: Check = (template) => [
  ...resourcesOf(template, "AWS::Logs::LogGroup")
    .filter(([, { Properties }]) => typeof at(Properties, "RetentionInDays") !== "number")
    .map(([, group]) => `${pathOf(group)} keeps its lines for ever`),
  ...resourcesOf(template, "AWS::Lambda::Function")
    .filter(([, { Properties }]) => {
      const [id] = referencesOf(at(Properties, "LoggingConfig", "LogGroup"));
      return template.Resources[id ?? ""]?.Type !== "AWS::Logs::LogGroup";
    })
    .map(([, resource]) => `${pathOf(resource)} writes to a log group of Lambda's own making`),
];

/** Aliases wait for the gate, the gate waits for all versions, and it runs again when a version changes. */
export const gateFaults: Check = (template) => {
  const gates = resourcesOf(template, "Custom::Trigger").map(([id]) => id);
  const [gate] = gates;
  if (gate === undefined || gates.length > 1) return [`${gates.length} gates`];
  const isGated = (path: string) => !path.startsWith("Functions/gate/");
  const before = new Set(dependenciesOf(template, gate));
  const watched = new Set(referencesOf(template.Resources[gate]?.Properties));
  const versions = resourcesOf(template, "AWS::Lambda::Version");
  return [
    ...resourcesOf(template, "AWS::Lambda::Alias")
      .filter(([id, alias]) => isGated(pathOf(alias)) && !dependenciesOf(template, id).includes(gate))
      .map(([, alias]) => `${pathOf(alias)} does not wait for the gate`),
    ...versions
      .filter(([id]) => !before.has(id) || !watched.has(id))
      .map(([, version]) => `the gate does not wait for ${pathOf(version)}`),
  ];
};

/** Each caller of a function has one permission, because the size of a policy is limited. */
export const permissionFaults: Check = (template) => {
  const targets = resourcesOf(template, "AWS::Lambda::Permission").map(([, { Properties }]) => ({
    alias: String(at(Properties, "FunctionName", "Ref")),
    caller: String(at(Properties, "Principal")),
  }));
  const counted = Map.groupBy(targets, ({ alias, caller }) => `${alias} by ${caller}`);
  return [
    ...[...counted].filter(([, all]) => all.length > 1).map(([name, all]) => `${all.length} permissions for ${name}`),
    ...targets
      .filter(({ alias }) => template.Resources[alias]?.Type !== "AWS::Lambda::Alias")
      .map(({ alias }) => `${alias} is called past its alias`),
  ];
};

/** CloudFormation refuses cycles of resources, and too many of them. */
export function buildFaults(limit: number): Check {
  return (template) => {
    const count = Object.keys(template.Resources).length;
    return [...(count < limit ? [] : [`${count} resources`]), ...cyclesIn(template)];
  };
}

function cyclesIn(template: Template): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (id: string, path: string[]) => {
    if (path.includes(id)) found.push([...path.slice(path.indexOf(id)), id].join(" -> "));
    if (done.has(id) || path.includes(id)) return;
    for (const other of dependenciesOf(template, id)) visit(other, [...path, id]);
    done.add(id);
  };
  for (const id of Object.keys(template.Resources)) visit(id, []);
  return found;
}

/** The gateway's own answers have the error envelope, a request id, and CORS headers for the allowed origins. */
export function gatewayAnswerFaults(types: readonly string[], origin: string | undefined): Check {
  return (template) => {
    return types.flatMap((type) => {
      const answer = at(documentOf(template), "x-amazon-apigateway-gateway-responses", type);
      const headers = at(answer, "responseParameters");
      const text = textOf(at(answer, "responseTemplates", "application/json"));
      return [
        ...(isEnvelope(text) ? [] : [`${type} answers ${text}`]),
        ...(at(headers, "gatewayresponse.header.x-request-id") === "context.requestId"
          ? []
          : [`${type} has no request id`]),
        ...(at(headers, "gatewayresponse.header.access-control-allow-origin") === origin
          ? []
          : [`${type} is not for ${origin}`]),
      ];
    });
  };
}

function isEnvelope(text: string): boolean {
  const { error } = JSON.parse(text || "{}") as { error?: Record<string, unknown> };
  return (
    error?.request_id === "$context.requestId" &&
    typeof error.code === "string" &&
    typeof error.message === "string" &&
    /^https:\/\/\$context\.domainName\/prod\/docs\/errors\/\w+$/.test(String(error.doc_url)) &&
    String(error.doc_url).endsWith(`/${error.code}`)
  );
}
