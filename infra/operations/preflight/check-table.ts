/** Checks the table that the options attach: a kept table, or one that was restored to an earlier time. */
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { createTableInput, indexShapes } from "../../local/database/tables.ts";
import type { TableState } from "./ask-account.ts";
import { error, type Finding, warning } from "./finding.ts";

/** `state` is undefined if there is no such table. `stream` is the ARN of the stream that the settings name. */
export function checkTable(name: string, state: TableState | undefined, stream: string | undefined): Finding[] {
  if (!state) return error(`There is no table ${name} in this account and region. Check --mainTable.`);
  const { TableStatus, StreamSpecification, LatestStreamArn } = state.description;
  const openStream = StreamSpecification?.StreamEnabled ? LatestStreamArn : undefined;
  if (TableStatus !== "ACTIVE" && TableStatus !== "UPDATING") {
    return error(`The table ${name} is ${TableStatus}. Wait: aws dynamodb wait table-exists --table-name ${name}`);
  }
  if (indexShapes(state.description) !== indexShapes(createTableInput(name, mainTable))) {
    return error(`The table ${name} has other keys or indexes than this version needs. Restore it with all indexes.`);
  }
  if (stream !== undefined && stream !== openStream) {
    return error(
      `The stream ${stream} does not belong to the table ${name}${openStream ? `: --mainTableStreamArn ${openStream}` : ", which has no stream"}.`,
    );
  }
  // A restored table has none of these settings ("Restore a table in DynamoDB" in the developer guide).
  return [
    ...(state.isRecoverable
      ? []
      : warning(
          `The table ${name} can't be restored. Run: aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
        )),
    ...(state.expiryAttribute === mainTable.expiryAttribute
      ? []
      : warning(
          `The table ${name} keeps expired items. Run: aws dynamodb update-time-to-live --table-name ${name} --time-to-live-specification Enabled=true,AttributeName=${mainTable.expiryAttribute}`,
        )),
    ...(stream === undefined ? warning(`Webhooks wait up to an hour, ${adviceOf(name, openStream)}`) : []),
  ];
}

function adviceOf(name: string, openStream: string | undefined): string {
  if (openStream) return `because the stream of the table is not named. Name it: --mainTableStreamArn ${openStream}`;
  return `because the table ${name} has no stream. Run: aws dynamodb update-table --table-name ${name} --stream-specification StreamEnabled=true,StreamViewType=${mainTable.stream}. Then name the stream in --mainTableStreamArn`;
}
