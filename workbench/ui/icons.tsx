/** Icons: 16-pixel outlines in the color of the text. */
const paths = {
  add: 'M8 3v10M3 8h10',
  bars: 'M3 13V8M8 13V3M13 13V6',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  chevronDown: 'M4 6l4 4 4-4',
  chevronLeft: 'M10 4L6 8l4 4',
  chevronRight: 'M6 4l4 4-4 4',
  chevronUp: 'M4 10l4-4 4 4',
  close: 'M4 4l8 8M12 4l-8 8',
  code: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  download: 'M8 2v8M4.5 7L8 10.5 11.5 7M3 13.5h10',
  edit: 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z',
  filter: 'M2 3.5h12L9.5 8.8V13l-3-1.5V8.8z',
  expand: 'M6 2.5H2.5V6M10 2.5h3.5V6M13.5 10v3.5H10M2.5 10v3.5H6',
  help: 'M8 14A6 6 0 108 2a6 6 0 000 12zM6.3 6.3a1.8 1.8 0 113 1.4c-.8.5-1.3.9-1.3 1.7M8 11.5v.2',
  home: 'M2.5 7.5L8 3l5.5 4.5M4 6.5V13h8V6.5',
  inbox: 'M2.5 9.5L4.5 3h7l2 6.5V13h-11zM2.5 9.5H6l1 1.5h2l1-1.5h3.5',
  link: 'M6.5 9.5l3-3M7 4.5l1-1a2.8 2.8 0 014 4l-1 1M9 11.5l-1 1a2.8 2.8 0 01-4-4l1-1',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  more: 'M3.2 8h.6M7.7 8h.6M12.2 8h.6',
  open: 'M9 3h4v4M13 3L7.5 8.5M11 9.5V13H3V5h3.5',
  person: 'M8 8a2.7 2.7 0 100-5.4A2.7 2.7 0 008 8zM3 13.5c.5-2.6 2.5-3.8 5-3.8s4.5 1.2 5 3.8',
  refresh: 'M13 8a5 5 0 11-1.5-3.6M13 2.5v3h-3',
  save: 'M3 3h8l2 2v8H3zM5.5 3v3.5h4.5V3M5 13V9.5h6V13',
  search: 'M7 11.5a4.5 4.5 0 100-9 4.5 4.5 0 000 9zM10.5 10.5L14 14',
  table: 'M2.5 3h11v10h-11zM2.5 6.5h11M2.5 9.8h11M6.5 6.5V13',
  theme: 'M8 14A6 6 0 108 2a6 6 0 000 12zM8 2v12',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5',
  upload: 'M8 10.5v-8M4.5 6L8 2.5 11.5 6M3 13.5h10',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 11.8v.1',
} as const

export type IconName = keyof typeof paths

/** An icon is decoration: the label of its control says what it means. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
