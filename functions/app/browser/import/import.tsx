/** The import: choose files, check their rows, and see what became of them. The step is in the address, so that it outlives a reload. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { Source } from "../../../../shared/client/types.ts";
import { address, open } from "../router.ts";
import { ChooseStep, type Chosen } from "./choose.tsx";
import { detectKind, type FileKind } from "./file-kinds.ts";
import { sourceNames } from "./import-words.ts";
import { ReadStep } from "./read.tsx";
import { ReceiptStep } from "./receipt.tsx";
import "../shared-parts.ts";

export default function ImportView() {
  const [, , step = "", id = ""] = address.value.path.split("/");
  /** The files that are being sent. */
  const [chosen, setChosen] = useState<Chosen>();
  /** The files that were sent last, which can be sent again as another kind. */
  const [sent, setSent] = useState<{ importId: string; files: readonly File[] }>();
  const choose = (files: readonly File[], kind: FileKind | undefined) => {
    setChosen({ files, kind });
    open("/import/sending");
  };
  // Whatever is shown can be dropped on, so an effect after the first frame would be too late.
  useLayoutEffect(() => {
    const allow = (event: Event) => event.preventDefault();
    // Without this, the browser would show the files in place of the app.
    const drop = async (event: DragEvent) => {
      event.preventDefault();
      const [first, ...others] = event.dataTransfer?.files ?? [];
      if (first) choose([first, ...others], await detectKind(first));
    };
    addEventListener("dragover", allow);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", allow);
      removeEventListener("drop", drop);
    };
  }, []);

  const arrived = (importId: string) => {
    if (!chosen?.kind) return;
    setSent({ importId, files: chosen.files });
    setChosen(undefined);
    open(`/import/${chosen.kind.split(":")[0]}/${importId}`, { replace: true });
  };
  const again = sent?.importId === id ? (kind: FileKind) => choose(sent.files, kind) : undefined;
  return (
    <section class="page import">
      {step === "receipts" && <ReceiptStep key={id} id={id} />}
      {isSource(step) && <ReadStep key={id} source={step} importId={id} again={again} />}
      {step !== "receipts" && !isSource(step) && (
        <ChooseStep chosen={step === "sending" ? chosen : undefined} choose={choose} arrived={arrived} />
      )}
    </section>
  );
}

function isSource(name: string): name is Source {
  return Object.hasOwn(sourceNames, name);
}
