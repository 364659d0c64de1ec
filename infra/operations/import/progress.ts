/** Shows how far an import is: as bars on a terminal, as lines elsewhere. Both go to standard error. */
import { createLogUpdate } from "log-update";
import { inEnglish } from "./report.ts";

export interface Stage {
  /** Such as "Uploading". */
  name: string;
  /** Bytes or rows. */
  total: number;
  unit: "bytes" | "rows";
}

export interface Progress {
  /** Ends the stage before, if it has not ended. */
  begin(stage: Stage): void;
  /** Returns `done`. */
  update(done: number): number;
  /** A stage that has not reached its total stays as it is. */
  end(): void;
}

export function createProgress(output: NodeJS.WritableStream & { isTTY?: boolean }): Progress {
  const screen = createLogUpdate(output);
  let stage: Stage | undefined;
  let shownTenths = -1;
  const update = (done: number) => {
    if (!stage) return done;
    const share = stage.total === 0 ? 1 : Math.min(1, done / stage.total);
    const amount = amountOf(done, stage);
    const tenths = Math.floor(10 * share);
    if (output.isTTY) screen(`${stage.name.padEnd(nameWidth)} ${barOf(share)}  ${amount}`);
    else if (tenths > shownTenths) output.write(`${stage.name}: ${10 * tenths} %, ${amount}\n`);
    shownTenths = Math.max(shownTenths, tenths);
    return done;
  };
  const end = () => {
    if (stage && output.isTTY) screen.done();
    stage = undefined;
  };
  return {
    begin: (given) => {
      end();
      [stage, shownTenths] = [given, -1];
      update(0);
    },
    update,
    end,
  };
}

const nameWidth = "Importing".length;
const barWidth = 30;

function barOf(share: number): string {
  const full = Math.floor(share * barWidth);
  return `${"█".repeat(full)}${"░".repeat(barWidth - full)} ${Math.floor(100 * share)} %`;
}

function amountOf(done: number, { total, unit }: Stage): string {
  if (unit === "rows") return `${inEnglish(done)} of ${inEnglish(total)} rows`;
  const [size, name] = units.find(([bytes]) => total >= bytes) ?? [1, "bytes"];
  return `${inEnglish(done / size)} of ${inEnglish(total / size)} ${name}`;
}

const units = [
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
] as const;
