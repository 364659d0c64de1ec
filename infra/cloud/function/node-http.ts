/**
 * Takes the place of `node:http` in bundles. An import of it as an ES module reads all of its exports, for which Node loads a
 * second HTTP client (nodejs/node issue 59686, "ESM import of `http` is slower compared to CommonJS").
 */
const http = process.getBuiltinModule("node:http");

export default http;
export const { STATUS_CODES, Agent, request } = http;
