import { Link } from 'react-router'
import { QrPicture } from '#modules/community/sharing/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { EditedLottery } from '../../contract/managing.ts'
import { attendanceType, lotteries, lotteryType } from '../../contract.ts'
import { LotteryTag } from '../parts/LotteryTag.tsx'
import { PrizeList } from '../parts/PrizeList.tsx'
import { lotteryPaths } from '../paths.ts'
import { LotteryTabs } from './LotteryTabs.tsx'

/** A published lottery: how it goes, its codes, and its end. Nothing of it can be changed any more. */
export function PublishedView({ lottery }: { lottery: EditedLottery }) {
  const t = useText('lotteries')
  const { id, name, state, scopeKind, scopeId, possible } = lottery
  return (
    <>
      <PageHeader
        title={name}
        back={<Link to={lotteryPaths.managed(scopeKind, scopeId)}>{t('managing.title')}</Link>}
        description={lottery.description}
        actions={
          <>
            <LotteryTag state={state} />
            <Link className="sy-button sy-button-plain sy-button-small" to={lotteryPaths.one(id)}>
              {t('form.preview')}
            </Link>
            {possible.includes('end') && (
              <ConfirmButton
                question={t('actions.endQuestion')}
                consequence={t('actions.endHint')}
                confirmText={t('actions.end')}
                onConfirm={async () => {
                  await call(lotteries.endLottery, { params: { id } })
                  notify('success', t('actions.ended'))
                }}
              >
                {t('actions.end')}
              </ConfirmButton>
            )}
          </>
        }
      />
      <LotteryTabs lotteryId={id} active="settings" />
      <div id="lottery-panel" role="tabpanel" aria-label={t('managing.tabs.settings')} className="sy-column sy-gap-4">
        <Figures lottery={lottery} />
        <section className="sy-card lo-section" aria-label={t('prizes.title')}>
          <h2>{t('prizes.title')}</h2>
          <PrizeList prizes={lottery.prizes} />
        </section>
        <Codes lottery={lottery} />
        <section className="sy-card lo-section" aria-label={t('proof.commitment')}>
          <h2>{t('proof.commitment')}</h2>
          <code className="lo-hash">{lottery.commitment}</code>
          <p>
            <Link to={lotteryPaths.proof(id)}>{t('proof.open')}</Link>
          </p>
        </section>
      </div>
    </>
  )
}

function Figures({ lottery }: { lottery: EditedLottery }) {
  const t = useText('lotteries')
  const { entrants, joined, drawsMade, winners, delivered, opensAt, closesAt } = lottery
  return (
    <section className="sy-card lo-section" aria-label={t('managing.figures')}>
      <Facts
        shape="figures"
        items={[
          [t('managing.entrants'), String(entrants)],
          [t('managing.joined'), String(joined)],
          [t('managing.draws'), String(drawsMade)],
          [t('managing.winners'), String(winners)],
          [t('winners.delivered'), String(delivered)],
        ]}
      />
      <Facts
        shape="rows"
        items={[
          [t('form.opensAt'), <DateText key="from" value={opensAt} />],
          [t('form.closesAt'), <DateText key="until" value={closesAt} />],
        ]}
      />
    </section>
  )
}

/** What is shown in the room: the code that opens the lottery, and the one by which members join it. */
function Codes({ lottery: { id, name, organizationId } }: { lottery: EditedLottery }) {
  const t = useText('lotteries')
  const codes = [
    { type: lotteryType, title: t('codes.open'), hint: t('codes.openHint') },
    { type: attendanceType, title: t('codes.join'), hint: t('codes.joinHint') },
  ] as const
  return (
    <section className="sy-card lo-section" aria-label={t('codes.title')}>
      <h2>{t('codes.title')}</h2>
      <div className="lo-codes">
        {codes.map(({ type, title, hint }) => (
          <div key={type} className="sy-column sy-gap-2">
            <strong>{title}</strong>
            <p className="sy-note">{hint}</p>
            <QrPicture text={{ id, type, organizationId }} sizePx={200} saveAs={`${name} ${title}`} label={title} />
          </div>
        ))}
      </div>
    </section>
  )
}
