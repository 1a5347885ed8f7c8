/** The product's mark: a roof over an open book, cut into a seal of cinnabar. The same as public/logo.svg. */
export function Seal({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" className="sy-seal">
      <rect x="2" y="2" width="60" height="60" rx="13" fill="var(--sy-cinnabar)" />
      <g fill="none" stroke="var(--sy-on-cinnabar)" strokeWidth="3.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M10 27.5C18 27 26 22 32 13.5C38 22 46 27 54 27.5M16 35.5H48" />
        <path d="M32 51.5C27.5 47.4 21 46.2 13.5 46.6V35.5M32 51.5C36.5 47.4 43 46.2 50.5 46.6V35.5M32 35.5V51.5" />
      </g>
    </svg>
  )
}
