/** People. */
import "../shared-parts.ts";

export default function People() {
  return (
    <section class="page">
      <h1>People</h1>
    </section>
  );
}
