/** The product's mark: 书 cut into a seal of cinnabar. */
export function Seal({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" className="sy-seal">
      <path
        d="M8 2.500h24.500c3.2 0 5 1.9 5 5L37 32.500c0 3.2-1.9 5-5 5L7.5 37C4.3 37 2.5 35.2 2.5 32L3 7.500c0-3 2-5 5-5Z"
        fill="var(--sy-cinnabar)"
      />
      <path
        d="M10 12.500h15.500l-.6 6.200M8 20h22.300c0 4-.5 6.3-1.3 7.3-.8 1-2.3.8-4 .1M18.7 6.500v27M27.2 8l3.8 3.6"
        fill="none"
        stroke="var(--sy-on-cinnabar)"
        strokeWidth="2.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
