import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { asCurl, asTypeScript, type ShownCall } from "../../../shared/page/call-text.ts";

const baseUrl = "https://api.example.com/prod";
const read: ShownCall = { operation: "getMe", input: {}, baseUrl, method: "GET", url: `${baseUrl}/me` };

const picture = new File(["x"], 'Ann\'s "best", 1.png');
const form = new FormData();
form.append("note", "@home; it's");
form.append("file", picture);

const change: ShownCall = {
  ...{ operation: "updateContact", input: { id: "a", notes: "it's" }, options: { ifMatch: '"7"' }, baseUrl },
  ...{ method: "PATCH", url: `${baseUrl}/contacts/a`, headers: { "If-Match": '"7"' }, body: '{"notes":"it\'s $HOME"}' },
};
const upload: ShownCall = { ...read, operation: "uploadPhoto", method: "POST", input: { file: picture }, body: form };

it.each([
  [read, ["https://api.example.com/prod/me", "-H", "authorization: Bearer secret"]],
  [
    change,
    [
      ...["-X", "PATCH", `${baseUrl}/contacts/a`, "-H", "authorization: Bearer secret", "-H", 'If-Match: "7"'],
      ...["-H", "content-type: application/json", "-d", '{"notes":"it\'s $HOME"}'],
    ],
  ],
  [
    upload,
    [
      ...["-X", "POST", `${baseUrl}/me`, "-H", "authorization: Bearer secret", "--form-string", "note=@home; it's"],
      ...["-F", 'file=@"Ann\'s \\"best\\", 1.png"'],
    ],
  ],
])("a shell reads the command of $operation as the arguments that curl needs", (called, expected) => {
  const show = asCurl(called).replace(/^curl/, "printf '%s\\n'");
  const output = execFileSync("sh", ["-c", show], { encoding: "utf8", env: { ...process.env, KEY: "secret" } });
  expect(output.trimEnd().split("\n")).toEqual(expected);
});

it.each([
  [read, "await client.getMe();"],
  [change, 'await client.updateContact({\n  "id": "a",\n  "notes": "it\'s"\n}, {\n  "ifMatch": "\\"7\\""\n});'],
  [
    upload,
    'await client.uploadPhoto({\n  "file": new File([await openAsBlob("Ann\'s \\"best\\", 1.png")], "Ann\'s \\"best\\", 1.png")\n});',
  ],
])("the program of $operation calls the client below the stage", (called, expected) => {
  const client = `const client = createClient({ baseUrl: "${baseUrl}", token: KEY });`;
  expect(asTypeScript(called)).toBe(`${client}\n${expected}`);
});
