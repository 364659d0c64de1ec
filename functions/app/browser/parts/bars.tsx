/** Grey bars with the height of rows, so that nothing moves when the content comes. */
export function Bars({ title, rows = 6, isWide }: { title?: string; rows?: number; isWide?: boolean | undefined }) {
  return (
    <section class={isWide ? "page wide" : "page"} aria-busy="true">
      {title && <h1>{title}</h1>}
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="grey-bar" />
      ))}
    </section>
  );
}

/** The button below a list that goes on. */
export function ShowMore({ hasMore, more }: { hasMore: boolean | undefined; more: () => void }) {
  if (!hasMore) return null;
  return (
    <p class="actions">
      <button type="button" onClick={more}>
        Show more
      </button>
    </p>
  );
}
