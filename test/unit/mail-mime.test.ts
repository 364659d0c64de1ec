import { describe, expect, it } from "vitest";
import { decodeWords, readMime } from "../../infra/local/mail-mime.ts";

const read = (lines: readonly string[]) => readMime(Buffer.from(lines.join("\r\n")));

describe("a raw mail is read", () => {
  it("with its header, unfolded", () => {
    const { headers } = read(["Subject: a", "\tb", "X-Empty:", "list-id: <x>", "", "Not-A: header"]);
    expect(headers).toEqual({ subject: "a\tb", "x-empty": "", "list-id": "<x>" });
  });

  it("part by part, each in its encoding and its charset", () => {
    const parts = [
      'Content-Type: multipart/mixed; boundary="a b"',
      "",
      "preamble",
      "--a b",
      "Content-Type: multipart/alternative; boundary=inner",
      "",
      "--inner",
      'Content-Type: text/plain; charset="iso-8859-1"',
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "caf=E9 =3D soft=  ",
      "ly  ",
      "",
      "--inner",
      "Content-Type: text/html; charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      "PGI+xb0=",
      "--inner--",
      "--a b--",
      "epilogue",
    ];
    expect(read(parts)).toMatchObject({ text: "café = softly\n", html: "<b>Ž" });
  });

  it("as text when it says nothing of its type, in UTF-8, and in an unknown charset too", () => {
    expect(read(["Subject: x", "", "Ž", "y"]).text).toBe("Ž\ny");
    expect(read(["Content-Type: text/plain; charset=nonsense", "", "Ž"]).text).toBe("Ž");
  });

  it("without text where there is none to be had", () => {
    expect(read(["Subject: only a header"])).toEqual({ headers: { subject: "only a header" }, text: "" });
    expect(read(["Content-Type: image/png", "", "x"])).toEqual({ headers: { "content-type": "image/png" } });
    expect(read(["Content-Type: multipart/mixed", "", "x"]).text).toBeUndefined();
    const nestedIn = (depth: number) => {
      const lines = Array.from({ length: depth }, (_, at) => [
        `Content-Type: multipart/mixed; boundary=b${at}.`,
        "",
        `--b${at}.`,
      ]);
      return read([...lines.flat(), "", "deep"]).text;
    };
    expect([nestedIn(10), nestedIn(11)]).toEqual(["deep", undefined]);
  });
});

// The examples of RFC 2047, section 8.
it.each([
  ["(=?ISO-8859-1?Q?a?=)", "(a)"],
  ["(=?ISO-8859-1?Q?a?= b)", "(a b)"],
  ["(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)", "(ab)"],
  ["(=?ISO-8859-1?Q?a_b?=)", "(a b)"],
  ["=?ISO-8859-1?Q?Andr=E9?= Pirard", "André Pirard"],
  ["=?utf-8?B?xb0=?= x =?UTF-8?q?=C5=BD?=", "Ž x Ž"],
  ["=?utf-8?Q?=C5?= =?utf-8?Q?=BD?=", "Ž"],
  ["=?broken?= and plain", "=?broken?= and plain"],
])("the header text %s is read as %s", (field, text) => {
  expect(decodeWords(field)).toBe(text);
});
