/** Empty resource: a shelf with one leaning book and a drifting leaf. */
export function EmptyShelf() {
  return (
    <svg viewBox="0 0 240 160" className="sy-picture" aria-hidden="true">
      <path className="wash" d="M16 132c22-34 46-50 74-47 20 2 30 15 50 13 32-3 46-26 84 34Z" />
      <path className="line" d="M40 60h160M40 118h160M48 60v76M192 60v76" />
      <path className="fill-accent" d="M104 117 88 75l10-4 16 42Z" />
      <path className="line" d="M104 117 88 75l10-4 16 42ZM93.5 89l9.6-3.7" />
      <path className="faint" d="M132 117V84h9v33M141 117V90h7v27" />
      <path className="fill-cinnabar" d="M150 36c9-8 20-8 27-3-5 9-15 13-25 9Z" />
      <path className="line thin" d="M146 46c7-5 15-9 25-11" />
      <path className="line thin" d="M70 34c6-4 11 4 17 0s11 4 17 0" opacity=".5" />
    </svg>
  )
}
