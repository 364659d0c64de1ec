/** `npm run client`: writes the generated files of the client after a change of the routes. */
import { writeFileSync } from "node:fs";
import { routeGroups } from "../../functions/routes.ts";
import { clientFiles } from "./client-files.ts";

for (const [name, text] of Object.entries(clientFiles(routeGroups))) {
  writeFileSync(new URL(`../../shared/client/${name}`, import.meta.url), text);
}
