/** Today. */
import "../shared-parts.ts";

export default function Today() {
  return (
    <section class="page">
      <h1>Today</h1>
    </section>
  );
}
