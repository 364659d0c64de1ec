/** The import parser, which an upload to the import bucket starts. */
import { picturePrefix, rowPrefix, uploadPrefix } from "../../shared/import/store/import-keys.ts";
import type { FunctionDeclaration } from "../declaration.ts";

export const importParser = {
  // A stream of 50,000 rows needs a quarter of the memory. The rest provides enough processor speed for 256 MB of text.
  memory: 1024,
  timeoutSeconds: 300,
  // A stream creates garbage at a high rate, and Node collects it late by default. The limits, in megabytes, keep the
  // parser below 256 MB at the same speed. The space for new objects has three semi-spaces.
  nodeOptions: "--max-semi-space-size=8 --max-old-space-size=180",
  // The bundle has libraries for CSV and archives, phone metadata, and time zones, which the merge of the preview needs.
  bundleKilobytes: 690,
  grants: {
    table: ["GetItem", "BatchGetItem", "UpdateItem", "Query"],
    files: [
      { bucket: "imports", prefix: uploadPrefix, actions: ["GetObject", "DeleteObject"] },
      { bucket: "imports", prefix: rowPrefix, actions: ["GetObject", "PutObject"] },
      { bucket: "imports", prefix: picturePrefix, actions: ["PutObject"] },
    ],
  },
} as const satisfies FunctionDeclaration;
