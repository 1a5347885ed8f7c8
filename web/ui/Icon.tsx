/** The product's own line icons, 24×24. An icon beside a text is hidden from screen readers; alone it needs a `label`. */

const shapes = {
  home: 'M4 11.5 12 5l8 6.5M6 10v9h12v-9M10 19v-5h4v5',
  book: 'M12 6.5C10 5 7 4.6 4 5v13c3-.4 6 0 8 1.5 2-1.5 5-1.9 8-1.5V5c-3-.4-6 0-8 1.5Zm0 0v13',
  study: 'M3 9.5 12 5l9 4.5-9 4.5-9-4.5Zm4 2.2V16c3 2.2 7 2.2 10 0v-4.3M21 9.5V15',
  library: 'M5 4h3v16H5zM10 4h3v16h-3zM15.5 5l3-.8 3.4 15-3 .8z',
  compass: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm3.5 5.5-2 5-5 2 2-5 5-2Z',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19c.5-3.4 3-5 6.5-5s6 1.6 6.5 5M15.5 5.300a3.5 3.5 0 0 1 0 6.400M17.5 14.500c2.3.6 3.6 2.1 4 4.5',
  organization: 'M9 4h6v5H9zM3 15h6v5H3zM15 15h6v5h-6zM12 9v3M6 15v-3h12v3',
  shield: 'M12 3.5 5 6v5c0 4.6 2.8 7.9 7 9.5 4.2-1.6 7-4.9 7-9.500V6l-7-2.500Zm-3 8.5 2.2 2.200L15.5 10',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm2.9 1.100L19 4m-3 3 3 3m-5.5-.5 2 2',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.500v2',
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8.5 14.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  chart: 'M4 20h16M7 17v-5M12 17V6M17 17v-8',
  log: 'M6 3.500h9l4 4V20.500H6zM14.5 3.500V8H19M9 12h7M9 16h5',
  bell: 'M6 16.500V11a6 6 0 0 1 12 0v5.500l1.5 1.500h-15L6 16.500ZM10 20.500h4',
  todo: 'm4 6 1.500 1.500L8.500 4.500M4 13l1.500 1.500 3-3M12 6.500h8M12 13.500h8M4.500 19.500h.1M12 19.500h8',
  send: 'M20.5 3.500 10 14M20.5 3.500 14 20.500 10 14 3.5 10l17-6.500Z',
  copy: 'M9 8.500h11v12H9zM15 8.500v-5H4v12h5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.7 11.200L20 20',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  edit: 'M5 19h3.500L19 8.5 15.5 5 5 15.500V19ZM13 7.500l3.5 3.5',
  delete: 'M5 7h14M10 7V4.500h4V7M7 7l.8 12.500h8.400L17 7M10.5 11v5M13.5 11v5',
  check: 'm5 12.5 4.5 4.500L19 7.5',
  alert: 'M12 4 2.5 20h19L12 4Zm0 6v4.500M12 17.200v.3',
  help: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.6 9.700a2.500 2.500 0 1 1 3.500 2.300c-.8.400-1.100.900-1.100 1.800M12 16.500v.3',
  info: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5.500M12 7.700v.3',
  history: 'M4.5 12a7.5 7.5 0 1 0 2.3-5.400L4.5 9M4.5 4.500V9H9M12 8v4.500l3 2',
  undo: 'M8.5 5 4.5 9l4 4M4.5 9H14a5 5 0 0 1 0 10H8',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.400L19.5 9m0-4.500V9H15',
  upload: 'M12 16V5m-4 4 4-4 4 4M5 15v4.500h14V15',
  download: 'M12 4.500v11m-4-4 4 4 4-4M5 15v4.500h14V15',
  file: 'M6 3.500h8.500l3.5 3.500v13.500H6zM14 3.500V7.500h4',
  folder: 'M3.5 6h6l2 2.500h9V19h-17V6Z',
  video: 'M3.5 6h12v12h-12zM15.5 10.500l5-3v9l-5-3',
  audio:
    'M9 17.500V6l10-2v11.500M6.5 15a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM16.5 13a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 4.500M15 8.500a1.5 1.5 0 1 0 0 .1',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1.2 1.200M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.700l1.2-1.2',
  text: 'M5 6h14M5 11h14M5 16h9',
  tag: 'M4 4.500h8l8 8-7.5 7.5-8-8-.5-7.500ZM8 8.500h.1',
  clock: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.500V12l3 2',
  calendar: 'M4.5 6h15v14h-15zM4.5 10.500h15M8.5 3.500V7M15.5 3.500V7',
  play: 'M8 5.500v13l10.5-6.500L8 5.500Z',
  bookmark: 'M6.500 4h11v16l-5.500-4.200L6.500 20V4Z',
  star: 'm12 4 2.5 5.2 5.7.7-4.2 3.9 1.1 5.7-5.1-2.8-5.1 2.800L8 13.8 3.8 9.900l5.7-.7L12 4Z',
  heart:
    'M12 19.500C6 15.5 3.5 12.5 3.5 9.2 3.5 6.5 5.5 5 7.7 5c1.8 0 3.3 1 4.3 2.700C13 6 14.5 5 16.3 5c2.2 0 4.2 1.5 4.2 4.2 0 3.3-2.5 6.3-8.5 10.300Z',
  medal: 'M12 9a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8.5 10 5 3.500h4L12 9l3-5.500h4L15.5 10M12 12.500v4',
  route:
    'M6 4.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM18 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8 6.5h7a3.25 3.25 0 0 1 0 6.5H9a2.25 2.25 0 0 0 0 4.5h7',
  coin: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm-2.5 4L12 11.5 14.5 8M12 11.500V16m-2.5-2.500h5m-5-2h5',
  gift: 'M3.5 8h17v4h-17zM5 12h14v8.500H5zM12 8v12.500M12 8c-1-4-6-5-6-2 0 1.500 2 2 6 2Zm0 0c1-4 6-5 6-2 0 1.500-2 2-6 2Z',
  cart: 'M3.5 5H6l2 10.500h9.500l2-7.500H6.700M9 19.500h.1M16.5 19.500h.1',
  live: 'M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM7.5 7.500a6.3 6.3 0 0 0 0 9M16.5 7.500a6.3 6.3 0 0 1 0 9M4.7 4.700a10.3 10.3 0 0 0 0 14.600M19.3 4.700a10.3 10.3 0 0 1 0 14.6',
  exam: 'M6 3.500h12v17H6zM9 8h6M9 12l1.5 1.500L13 11M9 16.500h6',
  community: 'M4 5h12v9H9l-3 3v-3H4zM18.5 9H20.500v9h-2v2.500L16 18h-4.5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.500V5M12 19v2.500M2.5 12H5M19 12h2.500M5.3 5.3 7 7M17 17l1.7 1.700M5.3 18.7 7 17M17 7l1.7-1.7',
  moon: 'M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10Z',
  auto: 'M4 5h16v11H4zM9 20h6M12 16v4',
  language: 'M3.5 6h9M8 4v2M11 6c-.6 3.5-3 6.5-6.5 8M5.5 9c1 2.2 3 4 5.5 5M11.5 20l4-9.5 4 9.500M13 17h5',
  'sign-out': 'M10 4.500H5v15h5M14 8l4 4-4 4M18 12H9',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'chevron-left': 'm14.5 6-6 6 6 6',
  'chevron-right': 'm9.5 6 6 6-6 6',
  'chevron-up': 'm6 14.5 6-6 6 6',
  'arrow-left': 'M19 12H5m6-6-6 6 6 6',
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  more: 'M6 12h.1M12 12h.1M18 12h.1',
  filter: 'M4 5.500h16l-6 7.500v6l-4-2v-4L4 5.500Z',
  drag: 'M9 6h.1M9 12h.1M9 18h.1M15 6h.1M15 12h.1M15 18h.1',
  eye: 'M2.5 12C5 7.7 8.2 5.5 12 5.500s7 2.2 9.5 6.500c-2.5 4.3-5.7 6.5-9.5 6.500S5 16.3 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  'eye-off':
    'M4 4l16 16M9.5 5.8c.8-.2 1.6-.3 2.5-.3 3.8 0 7 2.2 9.5 6.5-.8 1.4-1.7 2.6-2.7 3.5M6.3 7.5C4.9 8.6 3.6 10.1 2.5 12c2.5 4.3 5.7 6.5 9.5 6.5 1.7 0 3.3-.4 4.7-1.3M10 10.1a3 3 0 0 0 4 4.2',
  external: 'M13 5h6v6M19 5l-8.5 8.500M17 14v5H5V7h5',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.500v2.500H14zM17.5 17.500H20V20h-2.500z',
  phone: 'M7.5 3h9v18h-9zM11 18h2',
  share: 'M13.5 5 19.5 11l-6 6v-3.500c-4.500 0-7.500 1.500-9.500 5 .5-5.500 3.500-9.500 9.500-10V5Z',
  mail: 'M3.5 6h17v12.500h-17zM3.5 7l8.5 6.500L20.5 7',
} as const

export type IconName = keyof typeof shapes

/** Whether a name that comes from outside is one of ours. */
export const isIcon = (name: string): name is IconName => Object.hasOwn(shapes, name)

export function Icon({ name, size = 20, label }: { name: IconName; size?: number; label?: string }) {
  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden beside a text that says the same.
    <svg
      {...naming}
      className="sy-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 18 ? 2 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
