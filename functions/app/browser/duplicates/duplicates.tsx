/** Duplicates. */
import "../shared-parts.ts";

export default function Duplicates() {
  return (
    <section class="page">
      <h1>Duplicates</h1>
    </section>
  );
}
