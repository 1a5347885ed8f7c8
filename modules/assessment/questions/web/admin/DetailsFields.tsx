import { Input, InputNumber, Radio, Select, TreeSelect } from 'antd'
import { useId } from 'react'
import { TopicChooser } from '#modules/content/topics/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { questionStatuses } from '../../contract/bank.ts'
import type { Directory } from '../../contract/directories.ts'
import { topicsMax } from '../../contract/question.ts'
import { directoryTree, treeOptions } from './directory-tree.ts'
import { type EditorValues, scoreOfValues } from './editor-values.ts'
import { Field } from './Field.tsx'

interface Props {
  readonly values: EditorValues
  readonly set: (part: Partial<EditorValues>) => void
  readonly directories: readonly Directory[]
}

/** What stands beside the content and is the same for all its versions. */
export function DetailsFields({ values, set, directories }: Props) {
  const t = useText('questions')
  const topicsId = useId()
  const isGroup = values.draft.kind === 'group'
  return (
    <div className="qb-details">
      <Field label={t('editor.directory')}>
        {() => (
          <TreeSelect
            treeDefaultExpandAll
            aria-label={t('editor.directory')}
            placeholder={t('directory.needed')}
            value={values.directoryId}
            treeData={treeOptions(directoryTree(directories))}
            onChange={(directoryId: string) => set({ directoryId })}
          />
        )}
      </Field>
      <div className="qb-short">
        <Field label={t('editor.score')} hint={isGroup ? t('editor.groupScore') : undefined}>
          {() => (
            <InputNumber
              aria-label={t('editor.score')}
              suffix={t('editor.pointsUnit')}
              disabled={isGroup}
              min={0}
              max={100}
              step={0.5}
              precision={1}
              value={scoreOfValues(values) / 10}
              onChange={(points) => points !== null && set({ scoreTenths: Math.round(points * 10) })}
            />
          )}
        </Field>
        <Field label={t('list.status')}>
          {() => (
            <Select
              aria-label={t('list.status')}
              value={values.status}
              options={questionStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
              onChange={(status) => set({ status })}
            />
          )}
        </Field>
      </div>
      <Field label={t('editor.difficulty')}>
        {() => (
          <Radio.Group
            aria-label={t('editor.difficulty')}
            optionType="button"
            value={values.difficulty}
            options={[1, 2, 3, 4, 5].map((value) => ({ value, label: t(`difficulty.${value}`) }))}
            onChange={({ target }) => set({ difficulty: target.value as number })}
          />
        )}
      </Field>
      <fieldset className="qb-field">
        <legend id={topicsId}>{t('editor.topics')}</legend>
        <TopicChooser
          labelledBy={topicsId}
          max={topicsMax}
          value={values.topics}
          onChange={(topics) => set({ topics })}
        />
      </fieldset>
      <Field label={t('editor.source')}>
        {() => (
          <Input
            aria-label={t('editor.source')}
            placeholder={t('editor.sourceHint')}
            maxLength={200}
            value={values.source}
            onChange={({ target }) => set({ source: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
