import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ask } from '#modules/community/ask/contract.ts'
import { community } from '#modules/community/community/contract.ts'
import { FollowButton } from '#modules/community/following/web.tsx'
import { topics } from '#modules/content/topics/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { SideRows } from '#web/ui/SideRows.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { feed, type Hidden } from '../../contract.ts'
import { feedPaths } from '../paths.ts'
import { readAgain } from './kept-feed.ts'

/** The kind of share accounts, for follows: as on the server. */
const accountKind = 101
const quiet = { quiet: true } as const

/** Beside the feed, or below it on a phone: own figures, and what else there is. A section without content shows nothing. */
export function Aside() {
  const t = useText('feed')
  return (
    <aside className="fd-aside" aria-label={t('aside')}>
      <Statistic />
      <Circles />
      <Accounts />
      <HotTopics />
      <Unanswered />
      <HiddenList />
    </aside>
  )
}

const figures = [
  ['published', feedPaths.manage],
  ['drafts', feedPaths.manage],
  ['reads', undefined],
  ['likes', undefined],
  ['followers', undefined],
  ['following', undefined],
  ['columns', undefined],
  ['circles', feedPaths.circles],
  ['questions', feedPaths.ask],
  ['answers', feedPaths.ask],
] as const

function Statistic() {
  const t = useText('feed')
  const { data } = useQuery(q(feed.myStatistic, {}, quiet))
  if (!data) return null
  return (
    <HomeSection title={t('statistic.title')}>
      <dl className="sy-box fd-figures">
        {figures.map(([name, to]) => (
          <div key={name}>
            <dt>{to === undefined ? t(`statistic.${name}`) : <Link to={to}>{t(`statistic.${name}`)}</Link>}</dt>
            <dd>
              <NumberText value={data[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </HomeSection>
  )
}

function All({ to, children }: { to: string; children: ReactNode }) {
  return <Link to={to}>{children}</Link>
}

function Circles() {
  const t = useText('feed')
  const { data } = useQuery(q(community.hottestCircles, {}, quiet))
  if (!data || data.items.length === 0) return null
  const rows = data.items.map(({ id, name, attentionNum: count }) => ({
    ...{ key: id, title: name, note: t('circles.members', { count }), to: feedPaths.circle(id) },
  }))
  return (
    <HomeSection title={t('circles.title')} more={<All to={feedPaths.circles}>{t('all')}</All>}>
      <SideRows rows={rows} empty="" />
    </HomeSection>
  )
}

const ACCOUNTS = { page: 1, pageSize: 4 }

function Accounts() {
  const t = useText('feed')
  const { data } = useQuery(q(community.recommendedAccounts, { query: ACCOUNTS }, quiet))
  if (!data || data.items.length === 0) return null
  return (
    <HomeSection title={t('accounts.title')} more={<All to={feedPaths.experts}>{t('all')}</All>}>
      <ul className="sy-box sy-plain-list fd-accounts">
        {data.items.map(({ id, name, headPortraitPath, attention, attentionNum }) => (
          <li key={id} className="sy-row sy-gap-3">
            <Avatar name={name} path={headPortraitPath} size={36} />
            <Link className="sy-one-line" to={feedPaths.account(id)}>
              {name}
            </Link>
            <FollowButton
              businessType={accountKind}
              businessId={id}
              name={name}
              state={{ following: attention, attentionNum }}
              hidesCount
            />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

function HotTopics() {
  const t = useText('feed')
  const { data } = useQuery(q(topics.selectTopicPages, { query: { page: 1, pageSize: 10 } }, quiet))
  if (!data || data.items.length === 0) return null
  return (
    <HomeSection title={t('topics.title')} more={<All to={feedPaths.topics}>{t('all')}</All>}>
      <ul className="sy-box sy-plain-list sy-row sy-wrap sy-gap-2 fd-topics">
        {data.items.map(({ id, name }) => (
          <li key={id}>
            <Link to={feedPaths.topic(id)}>{name}</Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

const QUESTIONS = { tab: 'unanswered', pageSize: 5 } as const

function Unanswered() {
  const t = useText('feed')
  const { data } = useQuery(q(ask.listQuestions, { query: QUESTIONS }, quiet))
  if (!data || data.items.length === 0) return null
  const rows = data.items.map(({ id, title, author }) => ({
    ...{ key: id, title, note: author?.fullName ?? t('questions.someone'), to: feedPaths.question(id) },
  }))
  return (
    <HomeSection title={t('questions.title')} more={<All to={feedPaths.unanswered}>{t('all')}</All>}>
      <SideRows rows={rows} empty="" />
    </HomeSection>
  )
}

function HiddenList() {
  const t = useText('feed')
  const { data } = useQuery(q(feed.hidden, {}, quiet))
  const { run, busy } = useAction()
  if (!data || data.items.length === 0) return null
  const show = ({ kind, id }: Hidden) =>
    run(async () => {
      await call(feed.hide, { body: { kind, id, hidden: false } }, { outdates: [feed.hidden] })
      await readAgain()
    })
  return (
    <HomeSection title={t('hidden.title')}>
      <ul className="sy-box sy-plain-list fd-accounts">
        {data.items.map((item) => (
          <li key={item.id} className="sy-row sy-gap-3">
            <span className="sy-one-line">{item.name}</span>
            <button
              type="button"
              className="sy-button sy-button-small sy-button-plain"
              disabled={busy}
              aria-label={t('hidden.showName', { name: item.name })}
              onClick={() => void show(item)}
            >
              {t('hidden.show')}
            </button>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
