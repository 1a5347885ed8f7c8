/** The signs of the player's buttons; each button is named by its label. */
const shapes = {
  play: <path d="M8 5.200v13.600L19 12 8 5.200Z" fill="currentColor" stroke="none" />,
  pause: <path d="M7.5 5.500h3v13h-3zM13.500 5.500h3v13h-3z" fill="currentColor" stroke="none" />,
  back: (
    <>
      <path d="M5.500 12.500a6.500 6.500 0 1 0 2.200-5.300L5.500 9.200M5.500 4.800v4.400h4.400" />
      <text x="12" y="15.600" fontSize="7.500" fontWeight="700" textAnchor="middle" fill="currentColor" stroke="none">
        10
      </text>
    </>
  ),
  sound: (
    <path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500H4ZM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.800 7.800 0 0 1 0 11" />
  ),
  silent: <path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500H4ZM16 9.500l5 5M21 9.500l-5 5" />,
  picture: <path d="M3.500 5.500h17v13h-17zM12 12h6v4h-6z" />,
  fullscreen: <path d="M4 9V4.500h5M15 4.500h5V9M20 15v4.500h-5M9 19.500H4V15" />,
}

export function PlayerIcon({ name }: { name: keyof typeof shapes }) {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  )
}
