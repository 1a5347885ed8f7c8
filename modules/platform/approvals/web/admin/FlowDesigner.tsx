import { Button, Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { withMoved } from '#web/ui/with-moved.ts'
import { stepsMax } from '../../contract/shapes.ts'
import { approvals } from '../../contract.ts'
import { nameOf } from '../parts/names.ts'
import { type Draft, draftOf, type Effective, newDraft, problemOf, sameSteps, stepOf } from './drafts.ts'
import { Preview } from './Preview.tsx'
import { StepCard } from './StepCard.tsx'

interface Props {
  readonly place: { readonly businessType: number; readonly organizationId: string }
  /** The name of the business type. */
  readonly kind: string
  readonly effective: Effective
}

interface ListProps {
  readonly drafts: readonly Draft[]
  readonly saved: readonly Draft[]
  readonly readOnly: boolean
  readonly tried: boolean
  readonly onChange: (drafts: Draft[]) => void
}

/** The ordered steps, which can be moved by pointer, keyboard, or buttons. */
function StepList({ drafts, saved, readOnly, tried, onChange }: ListProps) {
  return (
    <SortableList
      className="sy-plain-list ap-flow"
      items={drafts}
      keyOf={({ key }) => key}
      nameOf={({ name }) => name}
      onMove={(from, to) => void onChange(withMoved(drafts, from, to))}
    >
      {(draft, at, moves) => (
        <StepCard
          draft={draft}
          number={at + 1}
          readOnly={readOnly}
          moves={moves}
          isNew={!saved.some((known) => known.key === draft.key)}
          tried={tried}
          onChange={(changed) => onChange(drafts.map((one) => (one.key === draft.key ? changed : one)))}
          onDelete={() => onChange(drafts.filter((one) => one.key !== draft.key))}
        />
      )}
    </SortableList>
  )
}

/** The effective steps of an organization: its own are editable, inherited ones are read-only. */
export function FlowDesigner({ place, kind, effective }: Props) {
  const t = useText('approvals')
  const id = useId()
  const { template, inherited, canManage } = effective
  const saved = useMemo(() => (template?.steps ?? []).map(draftOf), [template])
  const savedName = template && !inherited ? template.name : t('admin.defaultName', { kind })
  /** A new flow starts as a copy of the effective one. */
  const [isOwn, setIsOwn] = useState(template !== null && !inherited)
  const [drafts, setDrafts] = useState<readonly Draft[]>(saved)
  const [name, setName] = useState(savedName)
  const [tried, setTried] = useState(false)
  const { busy, failure, submit } = useSubmission()
  const readOnly = !canManage || !isOwn
  const isChanged = isOwn && (inherited || template === null || name !== savedName || !sameSteps(drafts, saved))
  const guard = useLeaveGuard(isChanged)
  const isWrong = drafts.length === 0 || name.trim() === '' || drafts.some((draft) => problemOf(draft) !== undefined)
  const add = () => setDrafts([...drafts, newDraft(t('admin.newStep', { number: drafts.length + 1 }))])
  const begin = () => {
    setIsOwn(true)
    if (drafts.length === 0) add()
  }
  const discard = () => {
    setDrafts(saved)
    setName(savedName)
    setIsOwn(template !== null && !inherited)
    setTried(false)
  }
  const save = () => {
    setTried(true)
    if (isWrong) return
    void submit(async () => {
      const version = template && !inherited ? template.version : undefined
      const body = { ...place, name: name.trim(), steps: drafts.map(stepOf), version }
      await call(approvals.saveTemplate, { body }, { handles: 'all' })
      notify('success', t('admin.saved'))
    })
  }
  const remove = async () => {
    await call(approvals.deleteTemplate, { params: { id: template?.id ?? '' } })
    notify('success', t('admin.removed'))
  }
  return (
    <section className="sy-section" aria-label={t('admin.steps')}>
      <div className="sy-section-head">
        <h2>
          {isOwn
            ? t('admin.own')
            : template
              ? t('admin.inheritedFrom', { name: template.organizationName })
              : t('admin.steps')}
        </h2>
        {canManage && !isOwn && template && (
          <Button onClick={begin} icon={<Icon name="edit" size={16} />}>
            {t('admin.copy')}
          </Button>
        )}
      </div>
      {!canManage && <p className="sy-faint">{t('admin.readOnly')}</p>}
      <Failure text={failure} />
      {!isOwn && !template ? (
        <EmptyState
          title={t('admin.noTemplate')}
          description={t('admin.noTemplateHint')}
          action={
            canManage && (
              <Button type="primary" onClick={begin} icon={<Icon name="plus" size={16} />}>
                {t('admin.create')}
              </Button>
            )
          }
        />
      ) : (
        <>
          {!readOnly && (
            <div className="sy-grid sy-gap-1 ap-flow-name">
              <label htmlFor={`${id}-name`}>{t('admin.name')}</label>
              <Input
                id={`${id}-name`}
                value={name}
                maxLength={50}
                status={tried && name.trim() === '' ? 'error' : ''}
                onChange={(event) => setName(event.target.value)}
              />
            </div>
          )}
          <p className="ap-flow-end">{t('admin.start')}</p>
          <StepList drafts={drafts} saved={saved} readOnly={readOnly} tried={tried} onChange={setDrafts} />
          {!readOnly && (
            <Button
              block
              type="dashed"
              size="large"
              className="ap-flow-add"
              disabled={drafts.length >= stepsMax}
              icon={<Icon name="plus" size={18} />}
              onClick={add}
            >
              {t('admin.addStep')}
            </Button>
          )}
          <p className="ap-flow-end">{t('admin.end')}</p>
          {!readOnly && template && !inherited && (
            <div className="sy-row sy-wrap sy-gap-3 ap-save">
              <ConfirmButton
                type="text"
                danger
                question={t('admin.removeQuestion')}
                consequence={t('admin.removeHint')}
                onConfirm={remove}
              >
                {t('admin.remove')}
              </ConfirmButton>
              <span className="sy-faint">
                {t('admin.version', { version: template.version, name: nameOf(template.updatedBy, t) })}
                <DateText value={template.updatedAt} style="relative" />
              </span>
            </div>
          )}
          <Preview organizationId={place.organizationId} drafts={drafts} />
          <SaveBar
            count={isChanged ? 1 : 0}
            fault={tried && isWrong ? t('admin.wrong') : undefined}
            busy={busy}
            onSave={save}
            onDiscard={discard}
          />
        </>
      )}
      {guard.holder}
    </section>
  )
}
