import { useQuery } from '@tanstack/react-query'
import { Input, Select, Switch } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { community } from '#modules/community/community/contract.ts'
import { TopicChooser } from '#modules/content/topics/web.tsx'
import { MemberIdsPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { q } from '#web/api/query.ts'
import { appState } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { CIRCLES_MAX, COAUTHORS_MAX, ORGANIZATIONS_MAX } from '../../contract/shapes.ts'
import type { DraftFields } from '../../contract.ts'
import { licenses } from '../parts/licenses.ts'
import { CoverChoice } from './CoverChoice.tsx'
import type { OwnAccount } from './own-account.ts'
import type { DraftStart, EditedDraft } from './use-draft.ts'

interface Props {
  readonly draft: EditedDraft
  readonly start: DraftStart
  readonly accounts: readonly OwnAccount[]
  readonly accountId: string
  readonly onAccount: (id: string) => void
}

const CIRCLES_SHOWN = 40

/** A label with its field: the field is named by it. */
function Labelled({
  label,
  children,
}: {
  label: string
  children: (ids: { id: string; labelId: string }) => ReactNode
}) {
  const id = useId()
  return (
    <div className="ct-field">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {children({ id, labelId: `${id}-label` })}
    </div>
  )
}

/** Everything about a content but its text. */
export function SettingsPanel({ draft, start, accounts, accountId, onAccount }: Props) {
  const t = useText('contents')
  const { fields, change } = draft
  return (
    <aside className="sy-card ct-editor-side" aria-label={t('write.settings')}>
      <h2>{t('write.settings')}</h2>
      {accounts.length > 1 && (
        <Labelled label={t('write.account')}>
          {({ id }) => (
            <Select
              id={id}
              value={accountId}
              // A content stays with the account that has published it.
              disabled={start.contentId !== undefined}
              options={accounts.map((one) => ({ value: one.id, label: one.name, disabled: one.frozen }))}
              onChange={onAccount}
            />
          )}
        </Labelled>
      )}
      <div className="ct-field">
        <span className="ct-label">{t('write.cover')}</span>
        <CoverChoice
          title={fields.title}
          fileId={fields.coverFileId}
          onChange={(coverFileId) => change({ coverFileId })}
        />
      </div>
      <TopicField draft={draft} start={start} />
      <Audience known={start.names.circles} fields={fields} onChange={change} />
      <Labelled label={t('write.coAuthors')}>
        {({ id }) => (
          <MemberIdsPicker
            id={id}
            label={t('write.chooseCoAuthors')}
            max={COAUTHORS_MAX}
            known={start.names.coAuthors.map(({ id: memberId, name }) => ({
              id: memberId,
              fullName: name,
            }))}
            value={fields.coAuthorIds}
            onChange={(coAuthorIds) => change({ coAuthorIds })}
          />
        )}
      </Labelled>
      <Labelled label={t('write.source')}>
        {({ id }) => (
          <Input
            id={id}
            maxLength={200}
            placeholder={t('write.sourcePlaceholder')}
            value={fields.source}
            onChange={(event) => change({ source: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('write.license')}>
        {({ id }) => (
          <Select
            id={id}
            value={fields.license || 'all'}
            options={licenses.map((value) => ({ value, label: t(`license.${value}`) }))}
            onChange={(license) => change({ license })}
          />
        )}
      </Labelled>
      <Labelled label={t('write.comments')}>
        {({ id }) => (
          <span>
            <Switch id={id} checked={fields.commentsOpen} onChange={(commentsOpen) => change({ commentsOpen })} />
          </span>
        )}
      </Labelled>
      <Labelled label={t('write.schedule')}>
        {({ id }) => (
          <>
            <MomentField
              id={id}
              value={fields.publishAt}
              disabledDate={(day) => day.isBefore(Date.now(), 'day')}
              onChange={(publishAt) => change({ publishAt })}
            />
            <small className="sy-note">{t('write.scheduleHint')}</small>
          </>
        )}
      </Labelled>
    </aside>
  )
}

function TopicField({ draft: { fields, change }, start }: Pick<Props, 'draft' | 'start'>) {
  const t = useText('contents')
  const [names, setNames] = useState(() => new Map(start.names.topics.map(({ id, name }) => [id, name])))
  return (
    <Labelled label={t('write.topics')}>
      {({ labelId }) => (
        <TopicChooser
          forLearners
          labelledBy={labelId}
          value={fields.topicIds.map((id) => ({ id, name: names.get(id) ?? '…' }))}
          onChange={(chosen) => {
            setNames((before) => new Map([...before, ...chosen.map(({ id, name }) => [id, name] as const)]))
            change({ topicIds: chosen.map(({ id }) => id) })
          }}
        />
      )}
    </Labelled>
  )
}

const audiences = [0, 1, 2] as const
const audienceNames = { 0: 'everybody', 1: 'organizations', 2: 'circles' } as const

interface AudienceProps {
  readonly known: readonly { readonly id: string; readonly name: string }[]
  readonly fields: DraftFields
  readonly onChange: (part: Partial<DraftFields>) => void
}

function Audience({ known, fields, onChange }: AudienceProps) {
  const t = useText('contents')
  const { communityIsOpen } = appState.use()
  const { visibility, organizationIds } = fields
  const offered = audiences.filter((one) => one !== 2 || communityIsOpen || visibility === 2)
  return (
    <Labelled label={t('write.visibility')}>
      {({ id }) => (
        <>
          <Select
            id={id}
            value={visibility}
            options={offered.map((value) => ({ value, label: t(`write.${audienceNames[value]}`) }))}
            onChange={(value) => onChange({ visibility: value })}
          />
          {visibility === 1 && (
            <OrganizationPicker
              multiple
              max={ORGANIZATIONS_MAX}
              label={t('write.chooseOrganizations')}
              value={organizationIds}
              onChange={(ids) => onChange({ organizationIds: ids })}
            />
          )}
          {visibility === 2 && <CircleField known={known} fields={fields} onChange={onChange} />}
        </>
      )}
    </Labelled>
  )
}

/** The circles that the author has joined. */
function CircleField({ known, fields, onChange }: AudienceProps) {
  const t = useText('contents')
  const found = useQuery(q(community.circles, { query: { page: 1, pageSize: CIRCLES_SHOWN } }))
  const joined = (found.data?.items ?? []).filter((circle) => circle.joinStatus === 1)
  const offered = new Map([...known, ...joined].map(({ id, name }) => [id, name]))
  return (
    <Select
      mode="multiple"
      maxCount={CIRCLES_MAX}
      loading={found.isPending}
      aria-label={t('write.chooseCircles')}
      placeholder={t('write.chooseCircles')}
      value={fields.circleIds}
      options={[...offered].map(([value, label]) => ({ value, label }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(circleIds) => onChange({ circleIds })}
    />
  )
}
