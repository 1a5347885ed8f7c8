import { Button } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { OwnRegistration } from '../../contract/registration.ts'
import { exams } from '../../contract.ts'
import { WindowText } from './WindowText.tsx'

interface Props {
  readonly examId: string
  readonly registration: OwnRegistration
  readonly hasStarted: boolean
}

const standing = ['waiting', 'pending', 'registered']

/** How far the own registration is, and registering or withdrawing. */
export function RegistrationBox({ examId, registration, hasStarted }: Props) {
  const t = useText('exams')
  const { busy, run } = useAction()
  const { state, reason, isOpen, places, placesLeft, ahead, isReviewed, startAt, endAt } = registration
  const params = { id: examId }
  const isStanding = state !== null && standing.includes(state)
  const left =
    placesLeft === null
      ? t('registration.unlimited')
      : t('registration.placesLeft', { count: placesLeft, max: places ?? 0 })
  return (
    <section className="sy-column sy-gap-3" aria-label={t('registration.title')}>
      <h2>{t('registration.title')}</h2>
      <Facts
        shape="rows"
        items={[
          state !== null && [t('registration.status'), t(`maps.registration.${state}`)],
          reason !== '' && [t('registration.reason'), reason],
          [t('registration.window'), <WindowText key="window" startAt={startAt} endAt={endAt} />],
          [t('registration.places'), left],
        ]}
      />
      {!isStanding && <p className="sy-note">{t(isReviewed ? 'registration.reviewed' : 'registration.notReviewed')}</p>}
      {!isStanding && isOpen && placesLeft === 0 && <p className="sy-note">{t('registration.full')}</p>}
      {state === 'waiting' && ahead > 0 && <p className="sy-note">{t('registration.ahead', { count: ahead })}</p>}
      {!isStanding && !isOpen && <p className="sy-note">{t('registration.closed')}</p>}
      {!isStanding && isOpen && (
        <Button
          type="primary"
          size="large"
          loading={busy}
          onClick={() => void run(() => call(exams.register, { params }), { done: t('registration.done') })}
        >
          {t(state === null ? 'registration.action' : 'registration.again')}
        </Button>
      )}
      {isStanding && !hasStarted && (
        <span>
          <ConfirmButton
            question={t('registration.withdrawQuestion')}
            consequence={t('registration.withdrawConsequence')}
            onConfirm={() => call(exams.withdrawRegistration, { params })}
          >
            {t('registration.withdraw')}
          </ConfirmButton>
        </span>
      )}
    </section>
  )
}
