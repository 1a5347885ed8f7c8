import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Person } from '#web/ui/Person.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Expert } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import { askPaths } from '../paths.ts'

/** An expert with what an asker wants to know: answers, load, promise. */
export function ExpertCard({ expert, action }: { readonly expert: Expert; readonly action?: ReactNode }) {
  const t = useText('ask')
  return (
    <li className="sy-box ask-expert">
      <Person
        name={expert.name}
        path={expert.headPortraitPath}
        note={t('expert.accepted', { count: expert.acceptedCount })}
      >
        <Link to={askPaths.expert(expert.id)}>{expert.name}</Link>
      </Person>
      <small className="sy-note">
        {t('expert.open', { count: expert.openCount })} · {t('expert.promise', { count: expert.promiseHours })}
      </small>
      {action}
    </li>
  )
}

export function FollowExpert({ expert }: { readonly expert: Expert }) {
  const t = useText('ask')
  const { busy, run } = useAction()
  const { attentionId } = expert
  const toggle = () =>
    run(() =>
      attentionId === null
        ? call(ask.followExpert, { body: { expertId: expert.id } })
        : call(ask.unfollowExpert, { params: { id: attentionId } }),
    )
  return (
    <Button aria-pressed={attentionId !== null} loading={busy} onClick={() => void toggle()}>
      {t(attentionId === null ? 'follow.do' : 'follow.is')} {expert.attentionNum > 0 && expert.attentionNum}
    </Button>
  )
}
