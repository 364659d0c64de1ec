/** All about one person. */

export function Person({ id }: { id: string }) {
  return <h1>{id}</h1>;
}
