/** Shows how far an import is: as bars on a terminal, as lines elsewhere. Both go to standard error. */
import cliProgress from "cli-progress";
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
  update(done: number): void;
  /** A stage that has not reached its total stays as it is. */
  end(): void;
}

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function createProgress(output: Output & NodeJS.WritableStream): Progress {
  return output.isTTY ? bars(output) : lines(output);
}

function bars(stream: NodeJS.WritableStream): Progress {
  let current: { bar: cliProgress.SingleBar; stage: Stage } | undefined;
  const end = () => {
    current?.bar.stop();
    current = undefined;
  };
  return {
    begin: (stage) => {
      end();
      const bar = new cliProgress.SingleBar({
        format: `${stage.name.padEnd(nameWidth)} {bar} {percentage} %  {amount}`,
        barCompleteChar: "█",
        barIncompleteChar: "░",
        barsize: 30,
        hideCursor: true,
        // The command says itself what Ctrl-C means.
        gracefulExit: false,
        emptyOnZero: true,
        stream,
      });
      bar.start(stage.total, 0, { amount: amountOf(0, stage) });
      current = { bar, stage };
    },
    update: (done) => current?.bar.update(done, { amount: amountOf(done, current.stage) }),
    end,
  };
}

const nameWidth = "Importing".length;

/** A line for every tenth. */
function lines(output: Output): Progress {
  let stage: Stage | undefined;
  let shown = -1;
  return {
    begin: (given) => {
      [stage, shown] = [given, -1];
    },
    update: (done) => {
      if (!stage) return;
      const tenths = stage.total === 0 ? 10 : Math.floor((10 * done) / stage.total);
      if (tenths <= shown) return;
      shown = tenths;
      output.write(`${stage.name}: ${10 * tenths} %, ${amountOf(done, stage)}\n`);
    },
    end: () => {
      stage = undefined;
    },
  };
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
