/** No permission: a courtyard gate that is shut, with a round lock. */
export function ClosedGate() {
  return (
    <svg viewBox="0 0 240 160" className="sy-picture" aria-hidden="true">
      <path className="wash" d="M8 136c20-30 34-44 58-40 18 3 22 14 40 12 30-3 50-44 78-32 20 9 28 34 48 60Z" />
      <path className="fill-surface" d="M74 66h92v70H74z" />
      <path className="fill-accent" d="M54 62c18-3 36-14 48-28h36c12 14 30 25 48 28l-3 7H57Z" />
      <path
        className="line"
        d="M54 62c18-3 36-14 48-28h36c12 14 30 25 48 28M57 69h126M54 62l3 7M186 62l-3 7M98 34h44"
      />
      <path className="line" d="M74 69v67M166 69v67M60 136h120M120 72v64M84 78h30v58M126 78h30v58" />
      <path className="line thin" d="M86 48l6 12M120 36v24M154 48l-6 12M104 42l2 18M136 42l-2 18" opacity=".6" />
      <circle className="fill-cinnabar" cx="120" cy="106" r="9" />
      <path
        className="line thin"
        d="M93 90h.1M102 90h.1M93 120h.1M102 120h.1M138 90h.1M147 90h.1M138 120h.1M147 120h.1"
        strokeWidth="3.5"
      />
    </svg>
  )
}
