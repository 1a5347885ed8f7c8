import { Input, InputNumber, Select } from 'antd'
import { memo } from 'react'
import { RichText } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import {
  type ColumnType,
  columnCounts,
  countMax,
  type ModuleSettings,
  type PageModule,
  type PageProblem,
} from '../../contract/document.ts'
import { figureNames, type SettingName, type SourceType } from '../../contract/module-types.ts'
import { changedModule, typeOf } from './edits.ts'
import { ItemsField } from './ItemsField.tsx'
import { Labeled, type SettingProps } from './Labeled.tsx'
import { LinkField } from './LinkField.tsx'
import { PictureField } from './PictureField.tsx'
import { RefsField } from './RefsField.tsx'
import type { DocumentEditor } from './use-document.ts'

interface Props {
  readonly one: PageModule
  readonly columns: ColumnType
  readonly problems: readonly PageProblem[]
  readonly edit: DocumentEditor['edit']
}

/** What can be set of one module: only what its type has. */
export const PropertyPanel = memo(function PropertyPanel({ one, columns, problems, edit }: Props) {
  const t = useText('pages')
  const { layouts, sources, settings, counted } = typeOf(one.type)
  const change = (part: Partial<PageModule>, field: string) =>
    edit((before) => changedModule(before, one.id, (module) => ({ ...module, ...part })), `${field} of ${one.id}`)
  const changeSettings = (part: Partial<ModuleSettings>, field: string) =>
    change({ settings: { ...one.settings, ...part } }, field)
  const own = problems.filter(({ moduleId }) => moduleId === one.id)
  const columnCount = columnCounts[columns]
  return (
    <section className="pe-properties" aria-label={t('design.properties')}>
      <h2>{t(`types.${one.type}`)}</h2>
      {own.length > 0 && (
        <ul className="pe-problems" role="status">
          {own.map(({ kind, field }) => (
            <li key={`${kind} ${field}`}>{t(`problems.${kind}`)}</li>
          ))}
        </ul>
      )}
      {(['cn', 'en'] as const).map((language) => (
        <Labeled key={language} label={t(`design.title.${language}`)}>
          {(labelId) => (
            <Input
              aria-labelledby={labelId}
              maxLength={60}
              value={one.title[language]}
              placeholder={t(`types.${one.type}`)}
              onChange={({ target }) =>
                change({ title: { ...one.title, [language]: target.value } }, `title ${language}`)
              }
            />
          )}
        </Labeled>
      ))}
      {sources.length > 0 && <SourceField one={one} sources={sources} change={change} />}
      {layouts.length > 1 && (
        <Labeled label={t('design.layout')}>
          {(labelId) => (
            <Select
              aria-labelledby={labelId}
              value={one.layout}
              options={layouts.map((value) => ({ value, label: t(`layouts.${value}`) }))}
              onChange={(layout) => change({ layout }, 'layout')}
            />
          )}
        </Labeled>
      )}
      {counted && (
        <Labeled label={t('design.count')}>
          {(labelId) => (
            <InputNumber
              aria-labelledby={labelId}
              min={1}
              max={countMax}
              precision={0}
              value={one.count}
              onChange={(count) => count !== null && change({ count }, 'count')}
            />
          )}
        </Labeled>
      )}
      {columnCount > 1 && (
        <Labeled label={t('design.column')}>
          {(labelId) => (
            <Select
              aria-labelledby={labelId}
              value={one.column}
              options={Array.from({ length: columnCount }, (_, at) => ({
                value: at,
                label: t('design.columnNumber', { number: at + 1 }),
              }))}
              onChange={(column) => change({ column }, 'column')}
            />
          )}
        </Labeled>
      )}
      {settings.map((name) => (
        <Setting key={name} name={name} one={one} change={changeSettings} />
      ))}
    </section>
  )
})

interface SourceProps {
  readonly one: PageModule
  readonly sources: readonly SourceType[]
  readonly change: (part: Partial<PageModule>, field: string) => void
}

function SourceField({ one, sources, change }: SourceProps) {
  const t = useText('pages')
  const { source } = one
  return (
    <>
      <Labeled label={t('design.source')}>
        {(labelId) => (
          <Select<SourceType>
            aria-labelledby={labelId}
            value={source?.type}
            options={sources.map((value) => ({ value, label: t(`sources.${value}`) }))}
            onChange={(type) => change({ source: { ...source, type } }, 'source')}
          />
        )}
      </Labeled>
      {source?.type === 'chosen' && (
        <RefsField
          type={one.type}
          refs={source.refs ?? []}
          onChange={(refs) => change({ source: { ...source, refs: [...refs] } }, 'refs')}
        />
      )}
      {source?.type === 'rule' && (
        <Labeled label={t('design.order')}>
          {(labelId) => (
            <Select
              aria-labelledby={labelId}
              value={source.order ?? 'newest'}
              options={(['newest', 'hot', 'soon'] as const).map((value) => ({ value, label: t(`sources.${value}`) }))}
              onChange={(order) => change({ source: { ...source, order } }, 'order')}
            />
          )}
        </Labeled>
      )}
    </>
  )
}

const empty = { cn: '', en: '' }

interface OneSettingProps {
  readonly name: SettingName
  readonly one: PageModule
  readonly change: SettingProps['change']
}

/** The field of one setting of a module. */
function Setting({ name, one, change }: OneSettingProps) {
  const t = useText('pages')
  const { settings } = one
  const label = t(`settings.${name}`)
  const languages = ['cn', 'en'] as const
  switch (name) {
    case 'items':
      return <ItemsField one={one} change={change} />
    case 'fileId':
      return (
        <PictureField
          label={label}
          isVideo={one.type === 'video'}
          fileId={settings.fileId ?? null}
          onChange={(fileId) => change({ fileId }, name)}
        />
      )
    case 'link':
      return <LinkField label={label} value={settings.link ?? null} onChange={(link) => change({ link }, name)} />
    case 'html':
      return languages.map((language) => (
        <Labeled key={language} label={t(`design.html.${language}`)}>
          {() => (
            <RichText
              label={t(`design.html.${language}`)}
              value={settings.html?.[language] ?? ''}
              onChange={(html) =>
                change({ html: { ...empty, ...settings.html, [language]: html } }, `html ${language}`)
              }
            />
          )}
        </Labeled>
      ))
    case 'alt':
      return languages.map((language) => (
        <Labeled key={language} label={t(`design.alt.${language}`)}>
          {(labelId) => (
            <Input
              aria-labelledby={labelId}
              maxLength={200}
              value={settings.alt?.[language] ?? ''}
              onChange={({ target }) =>
                change({ alt: { ...empty, ...settings.alt, [language]: target.value } }, `alt ${language}`)
              }
            />
          )}
        </Labeled>
      ))
    case 'endsAt':
      return (
        <Labeled label={label}>
          {() => (
            <MomentField
              aria-label={label}
              value={settings.endsAt ?? null}
              onChange={(endsAt) => change({ endsAt }, name)}
            />
          )}
        </Labeled>
      )
    case 'figures':
      return (
        <Labeled label={label}>
          {(labelId) => (
            <Select
              mode="multiple"
              aria-labelledby={labelId}
              value={settings.figures ?? []}
              options={figureNames.map((value) => ({ value, label: t(`figures.${value}`) }))}
              onChange={(figures) => change({ figures }, name)}
            />
          )}
        </Labeled>
      )
    case 'seconds':
      return (
        <Labeled label={label}>
          {(labelId) => (
            <InputNumber
              aria-labelledby={labelId}
              min={0}
              max={60}
              precision={0}
              value={settings.seconds ?? 0}
              onChange={(seconds) => seconds !== null && change({ seconds }, name)}
            />
          )}
        </Labeled>
      )
    default:
      return (
        <Labeled label={label}>
          {(labelId) => (
            <Input
              aria-labelledby={labelId}
              value={settings[name] ?? ''}
              onChange={({ target }) => change({ [name]: target.value === '' ? null : target.value }, name)}
            />
          )}
        </Labeled>
      )
  }
}
