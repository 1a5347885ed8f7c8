import { useMemo } from 'react'
import { useLanguage, useText } from '../../i18n/texts.ts'
import { useSession } from '../../session.ts'
import { Slot, useSlotCount } from '../../slots.tsx'
import { longDay } from '../../ui/date.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
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

/** The home page: a greeting, then what the modules have for this member. */
export default function HomePage() {
  const t = useText('shell')
  const language = useLanguage()
  const { user } = useSession()
  const sections = useSlotCount('home')
  const now = useMemo(() => new Date(), [])
  const motto = (Math.floor(now.getTime() / DAY_MS) % MOTTOS) + 1
  const nothing = <EmptyState title={t('home.empty.title')} description={t('home.empty.description')} />
  return (
    <>
      <header className="sy-hero">
        <Mountains />
        <p className="sy-hero-day">{longDay(now.getTime(), language)}</p>
        <h1 tabIndex={-1}>{t(`home.greeting.${greetingAt(now.getHours())}`, { name: user?.fullName ?? '' })}</h1>
        <p className="sy-hero-motto">{t(`home.motto.${motto}`)}</p>
      </header>
      {sections === 0 ? nothing : <Slot name="home" values={{}} fallback={<LoadingState shape="cards" rows={4} />} />}
    </>
  )
}
