/** Far hills in three washes of ink, with a low sun between them. */
export function Mountains() {
  return (
    <svg className="sy-hero-picture" viewBox="0 0 640 220" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <circle cx="366" cy="86" r="27" fill="var(--sy-cinnabar)" />
      <path
        className="sy-hill-far"
        d="M120 220c60-20 92-78 138-92 40-12 52 34 92 22 52-16 74-112 132-104 56 8 76 92 158 104v70Z"
      />
      <path
        className="sy-hill-middle"
        d="M40 220c88-10 140-60 196-62 50-2 66 34 112 22 58-15 82-70 140-64 58 6 84 54 152 62v42Z"
      />
      <path className="sy-hill-near" d="M180 220c60-4 96-34 152-34 62 0 84 22 140 12 56-10 96-40 168-30v52Z" />
      <path
        className="sy-birds"
        d="M412 44c5-5 9-4 11 0 3-5 7-5 11-1M440 32c4-4 7-3 9 0 2-4 6-4 9-1"
        fill="none"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
