import './classes.css'
import type { ReactNode } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { LanguageButton } from '#web/layout/LanguageButton.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import type { ClassDetails } from '../../contract/learning.ts'
import { TimesText } from './TimesText.tsx'

interface Props {
  readonly one: Pick<
    ClassDetails,
    'name' | 'summary' | 'startsAt' | 'endsAt' | 'venue' | 'opensAt' | 'closesAt' | 'placesTaken' | 'capacity'
  >
  /** Who holds the class, for visitors. */
  readonly companyName?: string
  readonly children: ReactNode
}

/** The page that a link or a QR code of a class opens: what it is, when and where, and below the form. Made for a phone. */
export function SignUpSheet({ one, companyName, children }: Props) {
  const t = useText('classes')
  // Members read them with their own enrollment.
  const isForVisitors = companyName !== undefined
  return (
    <div className="cl-sign-up">
      <div className="sy-row sy-apart">
        <span className="sy-note">{companyName}</span>
        <LanguageButton />
      </div>
      <header className="sy-card cl-section cl-sign-up-head">
        <h1>{one.name}</h1>
        {one.summary !== '' && <p className="sy-note">{one.summary}</p>}
        <Facts
          shape="rows"
          items={[
            [t('detail.times'), <TimesText key="times" from={one.startsAt} until={one.endsAt} />],
            one.venue !== '' && [t('detail.venue'), one.venue],
            isForVisitors && [t('enroll.window'), <TimesText key="window" from={one.opensAt} until={one.closesAt} />],
            isForVisitors && [t('enroll.places'), t('list.places', { taken: one.placesTaken, places: one.capacity })],
          ]}
        />
      </header>
      {children}
    </div>
  )
}
