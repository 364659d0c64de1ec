import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type Upload, uploadRoute } from "../../support/import/upload-route.ts";

const known = () => z.string().optional();
const fields = { b: known, "a[]": known, constructor: known, ["__proto__"]: known };
const limits = { maxFileBytes: 1000, maxFiles: 2, hint: "Split it.", fields };
const send = uploadRoute(limits);

const closing = "--BOUND--\r\n";

function part(header: string, content: string): string {
  return `--BOUND\r\n${header}\r\n\r\n${content}\r\n`;
}

function filePart(name: string, fileName: string, content: string): string {
  const type = "Content-Type: text/vcard";
  return part(`Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n${type}`, content);
}

const field = (name: string, text = "x") => part(`Content-Disposition: form-data; name="${name}"`, text);
const oneFile = filePart("a", "one.vcf", "ONE");

function textsOf({ content }: Upload): unknown[] | undefined {
  return content?.files.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content).toString() }));
}

function faultsOf({ status, error }: Upload): unknown {
  return [status, error?.code, error?.details];
}

describe("a multipart body", () => {
  it.each([{}, { asText: true } as const])("is read as files and text fields, also from text: %j", async (options) => {
    const upload = await send(filePart("a", "one.vcf", "Zoë") + field("b", "zwei ü") + closing, options);
    expect(textsOf(upload)).toEqual([
      { fieldName: "a", fileName: "one.vcf", contentType: "text/vcard", content: "Zoë" },
    ]);
    expect(upload.content?.fields).toEqual({ b: "zwei ü" });
  });

  it("keeps the order of the files of a field", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}.vcf`);
    const body = names.map((name) => filePart("file", name, name)).join("");
    const { content } = await uploadRoute({ ...limits, maxFiles: 20 })(body + closing);
    expect(content?.files.map(({ fileName }) => fileName)).toEqual(names);
  });

  it.each([
    ["quoted", 'multipart/form-data; boundary="BOUND"', "BOUND"],
    ["followed by another parameter", "multipart/form-data; boundary=BOUND; charset=utf-8", "BOUND"],
    ["in capitals", "Multipart/Form-Data; Boundary=BOUND", "BOUND"],
    ["of every character that it may have", `multipart/form-data; boundary="-_'()+,./:=? z"`, "-_'()+,./:=? z"],
    ["as Java writes it", "multipart/form-data; boundary=----=_Part_1_2.3", "----=_Part_1_2.3"],
  ])("is read when its boundary is %s", async (_case, contentType, boundary) => {
    const upload = await send(
      (oneFile + closing).replaceAll("BOUND", () => boundary),
      { contentType },
    );
    expect(textsOf(upload)).toHaveLength(1);
  });

  it("may have a preamble and an epilogue (RFC 2046, 5.1.1)", async () => {
    expect(textsOf(await send(`preamble\r\n${oneFile}${closing}epilogue\r\n--BOUND\r\n`))).toHaveLength(1);
  });

  it("keeps all bytes of a file, and is refused if a line of the file starts with a boundary", async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.constantFrom("BOUND", "--BOUND", "\r\nBOUND--", "\r\n--", "\r\n\r\n", "\r", "\r\n--BOUNDER\r\n"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const content = Buffer.concat(pieces.map((bytes) => Buffer.from(bytes as Uint8Array)));
        const [head, tail] = filePart("a", "one.vcf", "|").split("|") as [string, string];
        const upload = await send(Buffer.concat([Buffer.from(head), content, Buffer.from(tail + closing)]));
        const line = /\r\n--BOUND(--)?/.exec(`\r\n${content.toString("latin1")}`);
        // The closing boundary ends the body: what follows it is an epilogue, or another boundary that is refused.
        if (line?.[1]) expect([204, 400]).toContain(upload.status);
        else if (line) expect(upload.status).toBe(400);
        else expect(Buffer.from(upload.content?.files[0]?.content ?? []).equals(content)).toBe(true);
      }),
    );
  });

  it("that ends early is refused", async () => {
    const body = oneFile + filePart("b", "two.vcf", "TWO") + closing;
    for (let length = 0; length < body.length - "\r\n".length; length++) {
      expect((await send(body.slice(0, length))).status, `after ${length} bytes`).toBe(400);
    }
  });

  it.each([
    ["has no boundary in its type", oneFile + closing, "multipart/form-data; charset=utf-8"],
    ["has an empty boundary", oneFile + closing, "multipart/form-data; boundary="],
    ["has another boundary than its type says", oneFile + closing, "multipart/form-data; boundary=C"],
    ["has a part without a name", part("Content-Disposition: form-data", "x") + closing],
    ["has a part with a file name alone", part('Content-Disposition: form-data; filename="x"', "x") + closing],
    ["has a part without a disposition", oneFile + part("Content-Type: text/vcard", "x") + closing],
    ["has a part of another disposition", oneFile + part('Content-Disposition: inline; name="a"', "x") + closing],
    ["has a part without a header", `--BOUND\r\n\r\nx\r\n${closing}`],
    [
      "has a header of 20 kB",
      part(`X: ${"x".repeat(20_000)}\r\nContent-Disposition: form-data; name="b"`, "x") + closing,
    ],
    ["has blanks after a boundary", `${oneFile.replace("\r\n", " \r\n")}${closing}`],
    ["has text after its last boundary's name", `${oneFile}--BOUND-\r\n`],
    ["is empty", ""],
    ["is noise", "noise"],
  ])("that %s is refused", async (_case, body, contentType?) => {
    const upload = await send(body, contentType === undefined ? {} : { contentType });
    expect([upload.status, upload.error?.code, upload.error?.details?.[0]?.path]).toEqual([
      400,
      "validation_error",
      "body",
    ]);
  });

  it.each(["application/json", "multipart/form-data", "multipart/mixed; boundary=BOUND", ""])(
    "of the media type %j is refused",
    async (contentType) => {
      expect(faultsOf(await send(oneFile + closing, { contentType }))).toEqual([
        415,
        "unsupported_media_type",
        undefined,
      ]);
    },
  );

  it.each([
    ["with a quote escaped by a backslash", 'filename="a\\"b.vcf"', 'a"b.vcf'],
    ["with a quote escaped by a percent sign", 'filename="a%22b.vcf"', 'a"b.vcf'],
    ["with a Windows path", 'filename="C:\\new\\b.vcf"', "C:\\new\\b.vcf"],
    ["in UTF-8", 'filename="Käse.vcf"', "Käse.vcf"],
    ["as a bare token", "filename=b.vcf", "b.vcf"],
    ["with a semicolon", 'filename="a;b.vcf"', "a;b.vcf"],
    ["encoded by RFC 8187", "filename*=UTF-8''K%C3%A4se.vcf", "Käse.vcf"],
    ["encoded wrongly", "filename*=UTF-8''K%FF", "K\ufffd"],
    ["that is empty", 'filename=""', ""],
    ["of two dots", 'filename=".."', ".."],
  ])("reads a file name %s", async (_case, parameter, fileName) => {
    const { content } = await send(part(`Content-Disposition: form-data; name="a"; ${parameter}`, "x") + closing);
    expect(content?.files[0]?.fileName).toBe(fileName);
  });
});

describe("the files and fields of an upload", () => {
  it("may have any field name, also the same one", async () => {
    const { content } = await send(filePart("b", "1", "1") + field("b") + filePart("other", "2", "2") + closing);
    expect(content?.files.map(({ fieldName, fileName }) => [fieldName, fileName])).toEqual([
      ["b", "1"],
      ["other", "2"],
    ]);
    expect(content?.fields).toEqual({ b: "x" });
  });

  it("may have names with a meaning for objects or for the parser if the route has them", async () => {
    const named = field("__proto__") + field("constructor") + field("a[]");
    const { content } = await send(filePart("__proto__", "a", "b") + named + closing);
    expect(content?.files).toHaveLength(1);
    expect(Object.keys(content?.fields ?? {})).toEqual(["__proto__", "constructor", "a[]"]);
    expect(Object.getPrototypeOf(content?.fields)).toBe(Object.prototype);
  });

  it("are refused with the names of unknown and repeated text fields", async () => {
    const body = oneFile + field("b", "1") + field("c") + field("b", "2") + field("B") + field("k".repeat(200));
    expect(faultsOf(await send(body + closing))).toEqual([
      400,
      "validation_error",
      [
        { path: "body.b", message: "Given more than once." },
        { path: "body.c", message: "Unknown field." },
        { path: "body.B", message: "Unknown field." },
        { path: `body.${"k".repeat(100)}…`, message: "Unknown field." },
      ],
    ]);
  });

  it.each(["b", "a", "a[]", "__proto__", "constructor", "toString"])(
    "may not include a text field %s if the route has none",
    async (name) => {
      const refusal = await uploadRoute({ maxFileBytes: 1000, maxFiles: 2 })(oneFile + field(name) + closing);
      expect(refusal.error?.details).toEqual([{ path: `body.${name}`, message: "Unknown field." }]);
    },
  );

  it("are refused with advice if a text field is sent instead of a file", async () => {
    const { error } = await send(field("file", "BEGIN:VCARD") + closing);
    expect(error?.details).toEqual([
      { path: "body.file", message: expect.stringContaining("a part with a file name") },
    ]);
  });

  it.each([
    ["three files", filePart("a", "b", "c").repeat(3) + closing, 400],
    ["60 files", filePart("a", "b", "c").repeat(60) + closing, 400],
    ["a text field of 17 kB", field("b", "x".repeat(17_000)) + closing, 400],
    ["files of too many bytes together", filePart("a", "b", "c".repeat(600)).repeat(2) + closing, 413],
    ["a file that is far too large", filePart("a", "b", "c".repeat(100_000)) + closing, 413],
  ])("may not be %s", async (_case, body, status) => {
    expect((await send(body)).status).toBe(status);
  });
});
