import { useMemo } from 'react'
import { useLanguage, useText } from '../../i18n/texts.ts'
import { useSession } from '../../session.ts'
import { longDay } from '../../ui/date.ts'
import { Mountains } from './Mountains.tsx'
import './home.css'

const MOTTOS = 7
const DAY_MS = 86_400_000

/** Which greeting belongs to the hour. */
function greetingAt(hour: number): string {
  if (hour < 5) return 'night'
  if (hour < 11) return 'dawn'
  if (hour < 13) return 'noon'
  if (hour < 18) return 'afternoon'
  return 'evening'
}

/** The head of the home page: who, which day, a motto. */
export default function Greeting() {
  const t = useText('shell')
  const language = useLanguage()
  const session = useSession()
  const now = useMemo(() => new Date(), [])
  const motto = (Math.floor(now.getTime() / DAY_MS) % MOTTOS) + 1
  const name = session.user?.fullName ?? ''
  return (
    <header className="sy-hero">
      <Mountains />
      <h1 tabIndex={-1}>{t(`home.greeting.${greetingAt(now.getHours())}`, { name })}</h1>
      <p>
        <span className="sy-hero-day">{longDay(now.getTime(), language)}</span>
        <span className="sy-hero-motto">{t(`home.motto.${motto}`)}</span>
      </p>
    </header>
  )
}
