/** Whether functions run as they were tested, say what they do for a limited time, and take traffic only after the gate. */
import { parserNodeOptions } from "../../../infra/functions.ts";
import {
  at,
  type Check,
  dependenciesOf,
  placeOf,
  referencesOf,
  resourcesOf,
  type Template,
  textOf,
} from "./template.ts";

/** Ours are built for one runtime and one processor; whoever answers the gateway stops before the gateway does. */
export const functionFaults: Check = (template) =>
  resourcesOf(template, "AWS::Lambda::Function")
    .filter(([, resource]) => placeOf(resource).startsWith("Functions/"))
    .flatMap(([, resource]) => {
      const { Properties } = resource;
      const place = placeOf(resource);
      const limit = /import-parser|deletion-worker|reminder-sender|mail-events|gate/.test(place)
        ? 900
        : place.includes("authorizer")
          ? 10
          : 28;
      const options = String(at(Properties, "Environment", "Variables", "NODE_OPTIONS")).split(" ");
      return [
        ...(at(Properties, "Runtime") === "nodejs24.x" ? [] : [`${place} runs on ${at(Properties, "Runtime")}`]),
        ...(at(Properties, "Architectures", 0) === "arm64" ? [] : [`${place} is not for arm64`]),
        ...(Number(at(Properties, "Timeout")) <= limit ? [] : [`${place} runs longer than its caller waits`]),
        ...(options.includes("--enable-source-maps") ? [] : [`${place} reports faults by places in minified code`]),
        // What its memory was measured with.
        ...(parserNodeOptions.split(" ").every((option) => options.includes(option)) === place.includes("import-parser")
          ? []
          : [`${place} has the memory of another`]),
      ];
    });

/** Nothing is logged for ever, also not by the functions that CDK adds. */
export const logFaults: Check = (template) => [
  ...resourcesOf(template, "AWS::Logs::LogGroup")
    .filter(([, { Properties }]) => typeof at(Properties, "RetentionInDays") !== "number")
    .map(([, group]) => `${placeOf(group)} keeps its lines for ever`),
  ...resourcesOf(template, "AWS::Lambda::Function")
    .filter(([, { Properties }]) => {
      const [id] = referencesOf(at(Properties, "LoggingConfig", "LogGroup"));
      return template.Resources[id ?? ""]?.Type !== "AWS::Logs::LogGroup";
    })
    .map(([, resource]) => `${placeOf(resource)} writes to a log group of Lambda's own making`),
];

/** Every alias moves after the gate, and the gate runs after every version is there; it runs again when a version changes. */
export const gateFaults: Check = (template) => {
  const gates = resourcesOf(template, "Custom::Trigger").map(([id]) => id);
  const [gate] = gates;
  if (gate === undefined || gates.length > 1) return [`${gates.length} gates`];
  const isGated = (place: string) => !place.startsWith("Functions/gate/");
  const before = new Set(dependenciesOf(template, gate));
  const watched = new Set(referencesOf(template.Resources[gate]?.Properties));
  const versions = resourcesOf(template, "AWS::Lambda::Version");
  return [
    ...resourcesOf(template, "AWS::Lambda::Alias")
      .filter(([id, alias]) => isGated(placeOf(alias)) && !dependenciesOf(template, id).includes(gate))
      .map(([, alias]) => `${placeOf(alias)} does not wait for the gate`),
    ...versions
      .filter(([id]) => !before.has(id) || !watched.has(id))
      .map(([, version]) => `the gate does not wait for ${placeOf(version)}`),
  ];
};

/** One permission for every caller of a function: its policy has room for only so many, and the stack for 500 resources. */
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

/** What CloudFormation would refuse: resources that wait for each other, or too many of them. */
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

/** The gateway's own answers: every type in our envelope, with a request id, and readable to the allowed origins. */
export function gatewayAnswerFaults(types: readonly string[], origin: string | undefined): Check {
  return (template) => {
    const answers = resourcesOf(template, "AWS::ApiGateway::GatewayResponse").map(([, { Properties }]) => Properties);
    return types.flatMap((type) => {
      const answer = answers.find((one) => at(one, "ResponseType") === type);
      const headers = at(answer, "ResponseParameters");
      const text = textOf(at(answer, "ResponseTemplates", "application/json"));
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
    /^https:\/\/\w+\.execute-api\.\w+\.\w+\/prod\/docs\/errors\/\w+$/.test(String(error.doc_url)) &&
    String(error.doc_url).endsWith(`/${error.code}`)
  );
}
