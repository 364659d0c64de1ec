/** `node infra/places/build.ts <path>`: writes the file of the gazetteer. See places-file.ts, which calls this. */
import { writeFileSync } from "node:fs";
import { collectPlaces } from "./collect.ts";
import { writeGazetteer } from "./write-gazetteer.ts";

const [, , path] = process.argv;
if (path === undefined) throw new Error("say where the file shall be written");
writeFileSync(path, writeGazetteer(collectPlaces()));
