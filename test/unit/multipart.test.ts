import type { APIGatewayProxyEvent } from "aws-lambda";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { readBody } from "../../shared/http/body.ts";
import { MultipartError, parseMultipart } from "../../shared/http/multipart.ts";
import type { MultipartContent, Row } from "../../shared/http/route.ts";

const closing = "--BOUND--\r\n";

function part(header: string, content: string): string {
  return `--BOUND\r\n${header}\r\n\r\n${content}\r\n`;
}

function filePart(name: string, fileName: string, content: string): string {
  return part(
    `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: text/vcard`,
    content,
  );
}

function parse(body: string | Buffer, contentType = "multipart/form-data; boundary=BOUND") {
  return parseMultipart(Buffer.from(body), contentType, 20);
}

describe("a multipart body", () => {
  it("gives its parts in their order, with names, types and content", () => {
    const parts = parse(
      filePart("a", "one.vcf", "ONE") + part('Content-Disposition: form-data; name="b"', "two") + closing,
    );
    expect(parts.map(({ content, ...rest }) => ({ ...rest, content: content.toString() }))).toEqual([
      { name: "a", fileName: "one.vcf", contentType: "text/vcard", content: "ONE" },
      { name: "b", contentType: "text/plain", content: "two" },
    ]);
  });

  it.each([
    ["quoted", 'multipart/form-data; boundary="BOUND"'],
    ["followed by another parameter", "multipart/form-data; boundary=BOUND; charset=utf-8"],
    ["in capitals", "Multipart/Form-Data; Boundary=BOUND"],
  ])("is read when its boundary is %s", (_case, contentType) => {
    expect(parse(filePart("a", "one.vcf", "ONE") + closing, contentType)).toHaveLength(1);
  });

  it("may have a preamble, blanks after the boundary and an epilogue (RFC 2046, 5.1.1)", () => {
    const body = `preamble\r\n--BOUND \t\r\n${filePart("a", "one.vcf", "ONE").slice("--BOUND\r\n".length)}${closing}epilogue`;
    expect(parse(body).map(({ name }) => name)).toEqual(["a"]);
  });

  it("gives back any bytes as they are, also the text of the boundary where it is no line of its own", () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.constantFrom("BOUND", "--BOUND", "\r\nBOUND--", "\r\n--", "\r\n\r\n", "\r", "\r\n--BOUNDER\r\n"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const content = Buffer.concat(pieces.map((bytes) => Buffer.from(bytes as Uint8Array)));
        fc.pre(!/(^|\r\n)--BOUND(--|[ \t]*(\r\n|$))/.test(content.toString("latin1")));
        const [head, tail] = filePart("a", "one.vcf", "|").split("|") as [string, string];
        const [first] = parse(Buffer.concat([Buffer.from(head), content, Buffer.from(tail + closing)]));
        return Buffer.compare(Buffer.from(first?.content ?? []), content) === 0;
      }),
    );
  });

  it("cut off anywhere is refused, never thrown out of reach or read in part", () => {
    const body = filePart("a", "one.vcf", "ONE") + filePart("b", "two.vcf", "TWO") + closing;
    for (let length = 0; length < body.length - "\r\n".length; length++) {
      expect(() => parse(body.slice(0, length)), `after ${length} bytes`).toThrow(MultipartError);
    }
  });

  it("of noise is either read or refused", () => {
    const piece = fc.constantFrom(
      "--BOUND",
      "--",
      "\r\n",
      "\r\n\r\n",
      'Content-Disposition: form-data; name="a"',
      ";",
      '"',
      "x",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          return Array.isArray(parse(pieces.join("")));
        } catch (error) {
          return error instanceof MultipartError;
        }
      }),
    );
  });

  it.each([
    ["has no boundary in its type", filePart("a", "b", "c") + closing, "multipart/form-data; charset=utf-8"],
    ["has an empty boundary", filePart("a", "b", "c") + closing, "multipart/form-data; boundary="],
    ["has another boundary than its type says", filePart("a", "b", "c") + closing, "multipart/form-data; boundary=C"],
    ["has a part without a name", part("Content-Disposition: form-data", "x") + closing, undefined],
    [
      "has a part with a file name alone",
      part('Content-Disposition: form-data; filename="x"', "x") + closing,
      undefined,
    ],
    ["has a part without a disposition", part("Content-Type: text/vcard", "x") + closing, undefined],
    ["has a part without a header", `--BOUND\r\n\r\nx\r\n${closing}`, undefined],
    ["has a header of 20 kB", part(`X: ${"x".repeat(20_000)}`, "x") + closing, undefined],
    ["has 21 parts", filePart("a", "b", "c").repeat(21) + closing, undefined],
  ])("that %s is refused", (_case, body, contentType) => {
    expect(() => parse(body, contentType)).toThrow(MultipartError);
  });

  it.each([
    ["with a quote escaped by a backslash", 'filename="a\\"b.vcf"', 'a"b.vcf'],
    ["with a quote escaped by a percent sign", 'filename="a%22b.vcf"', 'a"b.vcf'],
    ["with a Windows path", 'filename="C:\\new\\b.vcf"', "C:\\new\\b.vcf"],
    ["in UTF-8", 'filename="Käse.vcf"', "Käse.vcf"],
    ["as a bare token", "filename=b.vcf", "b.vcf"],
    ["with a semicolon", 'filename="a;b.vcf"', "a;b.vcf"],
    ["encoded by RFC 8187", "filename*=UTF-8''K%C3%A4se.vcf", "Käse.vcf"],
    ["encoded wrongly", "filename*=UTF-8''K%FF", "K%FF"],
    ["that is empty", 'filename=""', ""],
  ])("reads a file name %s", (_case, parameter, fileName) => {
    const [first] = parse(part(`Content-Disposition: form-data; name="a"; ${parameter}`, "x") + closing);
    expect(first?.fileName).toBe(fileName);
  });
});

describe("the body of an upload route", () => {
  const known = z.string().optional();
  const fields = { b: known, "a[]": known, constructor: known, ["__proto__"]: known };
  const limits = { maxFileBytes: 1000, maxFiles: 2, hint: "Split it.", fields };

  function read(body: string, isBase64Encoded = true, multipart: object = limits): Promise<MultipartContent> {
    const row = { body: { multipart } } as unknown as Row;
    const event = { body: isBase64Encoded ? Buffer.from(body).toString("base64") : body, isBase64Encoded };
    const headers = { "content-type": "multipart/form-data; boundary=BOUND" };
    return readBody(row, event as APIGatewayProxyEvent, headers) as Promise<MultipartContent>;
  }

  const field = (name: string, text = "x") => part(`Content-Disposition: form-data; name="${name}"`, text);
  const oneFile = filePart("a", "one.vcf", "ONE");

  it("is read as base64 and as text", async () => {
    const body = filePart("a", "one.vcf", "Zoë") + field("b", "zwei ü") + closing;
    for (const encoded of [true, false]) {
      const content = await read(body, encoded);
      expect(content.files.map((file) => Buffer.from(file.content).toString())).toEqual(["Zoë"]);
      expect(content.fields).toEqual({ b: "zwei ü" });
    }
  });

  it("may use any field name for its files, and one for files and fields", async () => {
    const content = await read(filePart("b", "1", "1") + field("b") + filePart("other", "2", "2") + closing);
    expect(content.files.map(({ fieldName, fileName }) => [fieldName, fileName])).toEqual([
      ["b", "1"],
      ["other", "2"],
    ]);
    expect(content.fields).toEqual({ b: "x" });
  });

  it("may use names that mean something to objects, and brackets, where the route knows them", async () => {
    const named = field("__proto__") + field("constructor") + field("a[]");
    const { files, fields: given } = await read(filePart("__proto__", "a", "b") + named + closing);
    expect(files).toHaveLength(1);
    expect(Object.keys(given)).toEqual(["__proto__", "constructor", "a[]"]);
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
  });

  it("may have no text field that the route does not know, and all of them are named", async () => {
    await expect(read(oneFile + field("b") + field("c") + field("B") + closing)).rejects.toMatchObject({
      code: "validation_error",
      details: [
        { path: "body.c", message: "Unknown field." },
        { path: "body.B", message: "Unknown field." },
      ],
    });
  });

  it.each(["b", "a", "__proto__", "constructor", "toString"])(
    "of a route without fields of its own may have no text field %s",
    async (name) => {
      const refusal = read(oneFile + field(name) + closing, true, { ...limits, fields: undefined });
      await expect(refusal).rejects.toMatchObject({
        code: "validation_error",
        details: [{ path: `body.${name}`, message: "Unknown field." }],
      });
    },
  );

  it("with a known field twice is refused, as which one counts would be a guess", async () => {
    await expect(read(oneFile + field("b", "1") + field("b", "2") + closing)).rejects.toMatchObject({
      code: "validation_error",
      details: [{ path: "body.b", message: "Given more than once." }],
    });
  });

  it("with a text where a file should be says how a file is sent", async () => {
    await expect(read(field("file", "BEGIN:VCARD") + closing)).rejects.toMatchObject({
      details: [{ path: "body.file", message: expect.stringContaining("a part with a file name") }],
    });
  });

  it.each([
    ["three files", filePart("a", "b", "c").repeat(3) + closing, "validation_error"],
    ["a text field of 17 kB", field("b", "x".repeat(17_000)) + closing, "validation_error"],
    ["files of too many bytes together", filePart("a", "b", "c".repeat(600)).repeat(2) + closing, "payload_too_large"],
    ["a file that is far too large", filePart("a", "b", "c".repeat(100_000)) + closing, "payload_too_large"],
    ["a broken body", filePart("a", "b", "c"), "validation_error"],
    ["an empty body", "", "validation_error"],
  ])("refuses %s", async (_case, body, code) => {
    await expect(read(body)).rejects.toMatchObject({ code });
  });
});
