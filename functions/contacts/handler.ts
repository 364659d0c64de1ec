/** Wiring of the contact group. */
import { v7 as newId } from "uuid";
import { readEnvironment } from "../../shared/config/environment.ts";
import { pipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { contactOperations } from "./operations.ts";
import { contactReserved, contactRoutes } from "./routes.ts";

const { TABLE_NAME } = readEnvironment(process.env, "TABLE_NAME");
const client = createDocumentClient();
const store = { client, tableName: TABLE_NAME };

export const handler = createHandler(
  contactRoutes,
  contactOperations({ store, indexes: createContactIndexes({ store }), now: () => new Date(), newId: () => newId() }),
  pipelinePartsFrom(process.env, client),
  contactReserved,
);
