import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Radio, TreeSelect } from 'antd'
import { useId, useState } from 'react'
import type { CompletionAwards } from '#kit/completion-awards.ts'
import type { CallInput } from '#kit/contract.ts'
import { CompletionAwardFields } from '#modules/learning/certificates/web.tsx'
import { CoverField } from '#modules/platform/files/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { pictureUrl } from '#web/ui/picture.ts'
import type { EditedPath } from '../../contract/authoring.ts'
import type { ChannelNode } from '../../contract/channels.ts'
import { paths } from '../../contract.ts'
import { PathCover } from '../PathCover.tsx'
import { Field } from './Field.tsx'
import { type TabProps, TabSave } from './TabSave.tsx'

interface Choice {
  readonly value: string
  readonly title: string
  readonly children: Choice[]
}

const choiceOf = ({ id, name, children }: ChannelNode): Choice => ({
  value: id,
  title: name,
  children: children.map(choiceOf),
})

type PathForm = Omit<CallInput<typeof paths.changePath>['body'], 'revision'>

/** The completion awards of the form, as far as it has been changed. */
function awardsOf({ gives: awards }: EditedPath, { certificateTemplateId: templateId }: PathForm): CompletionAwards {
  if (templateId === undefined) return awards
  return { ...awards, certificate: templateId === null ? null : { templateId, name: '' } }
}

const formOf = ({ name, summary, learnSequence, isOpen, channelId }: EditedPath): PathForm => ({
  ...{ name, summary, learnSequence, isOpen, channelId },
})

/** What a path is called, where it belongs, and how it is studied. */
export function BasicTab({ path, ...editor }: TabProps) {
  const t = useText('paths')
  const id = useId()
  const [form, setForm] = useState(formOf(path))
  const [cover, setCover] = useState(path.coverUrl)
  const tree = useQuery(q(paths.findMuchDepth, {}, { quiet: true }))
  const set = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }))
  const problem = form.name.trim() === '' ? t('manage.nameNeeded') : undefined
  const before = formOf(path)
  const changes = (Object.keys(form) as (keyof PathForm)[]).filter((key) => form[key] !== before[key])
  const save = () => call(paths.changePath, { params: { id: path.id }, body: { revision: path.revision, ...form } })
  return (
    <div className="sy-column sy-gap-4 lp-form">
      <Field id={`${id}-name`} label={t('manage.name')} problem={problem}>
        <Input
          id={`${id}-name`}
          maxLength={100}
          showCount
          value={form.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field id={`${id}-summary`} label={t('basic.summary')}>
        <Input.TextArea
          id={`${id}-summary`}
          rows={3}
          maxLength={500}
          showCount
          value={form.summary}
          onChange={(event) => set({ summary: event.target.value })}
        />
      </Field>
      <Field label={t('basic.cover')}>
        <CoverField
          chosen={cover !== null}
          hint={t('basic.coverHint')}
          tooLarge={t('basic.coverTooLarge')}
          onChange={(file) => {
            set({ coverFileId: file?.id ?? null })
            setCover(pictureUrl(file?.path) ?? null)
          }}
        >
          <PathCover name={form.name} url={cover} />
        </CoverField>
      </Field>
      <Field id={`${id}-channel`} label={t('basic.channel')} hint={t('basic.channelHint')}>
        <TreeSelect
          id={`${id}-channel`}
          allowClear
          treeDefaultExpandAll
          placeholder={t('basic.noChannel')}
          treeData={(tree.data?.items ?? []).map((node) => choiceOf(node as ChannelNode))}
          value={form.channelId ?? undefined}
          onChange={(channelId: string | undefined) => set({ channelId: channelId ?? null })}
        />
      </Field>
      <Field label={t('basic.sequence')}>
        <Radio.Group
          aria-label={t('basic.sequence')}
          value={form.learnSequence}
          onChange={(event) => set({ learnSequence: event.target.value as 0 | 1 })}
          options={[
            { value: 1, label: t('basic.inOrder') },
            { value: 0, label: t('basic.anyOrder') },
          ]}
        />
      </Field>
      <Checkbox checked={form.isOpen} onChange={(event) => set({ isOpen: event.target.checked })}>
        {t('basic.isOpen')}
      </Checkbox>
      <section className="sy-column sy-gap-4 lp-awards" aria-labelledby={`${id}-awards`}>
        <h2 id={`${id}-awards`}>{t('basic.awards')}</h2>
        <CompletionAwardFields gives={awardsOf(path, form)} onChange={set} />
      </section>
      <TabSave {...editor} count={changes.length} fault={problem} done={t('edit.saved')} save={save} />
    </div>
  )
}
