/** The icons: lines of 24 by 24. */
const shapes = {
  people:
    "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6M18 14.500c2.200.7 3.500 2.500 3.500 5.500",
  today: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15l2 2 4-4",
  duplicates: "M8 8h12v12H8zM16 8V4H4v12h4",
  map: "M9 4 3 6v14l6-2 6 2 6-2V4l-6 2zM9 4v14M15 6v14",
  import: "M12 3v12m-5-5 5 5 5-5M4 19h16",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M14 4.500v5M6 14.500v5",
  developer: "m8 7-5 5 5 5M16 7l5 5-5 5M13.500 5l-3 14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  api: "M7 4H4v16h3M17 4h3v16h-3M9 12h6",
  docs: "M6 3h9l4 4v14H6zM9 12h7M9 16h7",
  keys: "M3 6h18v12H3zM7 10h.01M12 10h.01M17 10h.01M8 14h8",
  leave: "M14 4H5v16h9M10 12h11m-4-4 4 4-4 4",
  close: "M6 6l12 12M18 6 6 18",
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
