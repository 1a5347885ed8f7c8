import type { Editor } from '@tiptap/react'
import { Button, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { alignments, calloutKinds, codeLanguages, pictureShares } from '../../../contract/article.ts'
import { align, tableCommands, toggleCallout } from './commands.tsx'

/** What is chosen in the text, as far as it has tools of its own. */
export interface Chosen {
  readonly figure: { readonly alt: string; readonly align: string | null; readonly width: string | null } | undefined
  readonly isTable: boolean
  readonly code: string | undefined
  readonly callout: string | undefined
}

const Press = ({ label, onClick, active }: { label: ReactNode; onClick: () => void; active?: boolean }) => (
  <Button
    size="small"
    type={active ? 'primary' : 'default'}
    aria-pressed={active}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {label}
  </Button>
)

/** The tools of what the cursor stands in: a picture, a table, code, a callout. */
export function ContextTools({ editor, chosen }: { editor: Editor; chosen: Chosen }) {
  const t = useText('catalog')
  const { figure, isTable, code, callout } = chosen
  if (!figure && !isTable && code === undefined && callout === undefined) return null
  return (
    <div className="sy-flow sy-article-context">
      {figure && <FigureTools editor={editor} figure={figure} />}
      {code !== undefined && (
        <Select
          size="small"
          className="sy-article-language"
          value={code}
          showSearch
          aria-label={t('articleEditor.language')}
          options={[
            { value: '', label: t('articleEditor.noLanguage') },
            ...codeLanguages.map((value) => ({ value, label: value })),
          ]}
          onChange={(language) =>
            editor
              .chain()
              .focus()
              .updateAttributes('codeBlock', { language: language || null })
              .run()
          }
        />
      )}
      {callout !== undefined &&
        calloutKinds.map((kind) => (
          <Press
            key={kind}
            label={t(`articleEditor.callout.${kind}`)}
            active={callout === kind}
            onClick={() => toggleCallout(editor, kind)}
          />
        ))}
      {isTable &&
        Object.entries(tableCommands).map(([name, command]) => (
          <Press
            key={name}
            label={t(`articleEditor.tableTool.${name}`)}
            onClick={() => command(editor.state, editor.view.dispatch)}
          />
        ))}
    </div>
  )
}

function FigureTools({ editor, figure }: { editor: Editor; figure: NonNullable<Chosen['figure']> }) {
  const t = useText('catalog')
  const change = (attributes: Record<string, string | null>) => editor.commands.updateAttributes('figure', attributes)
  return (
    <>
      <Input
        size="small"
        className="sy-article-alt"
        value={figure.alt}
        maxLength={200}
        aria-label={t('articleEditor.alt')}
        placeholder={t('articleEditor.alt')}
        onChange={(event) => change({ alt: event.target.value })}
      />
      {alignments.map((to) => (
        <Press
          key={to}
          label={t(`articleEditor.align.${to}`)}
          active={(figure.align ?? 'left') === to}
          onClick={() => align(editor, to)}
        />
      ))}
      {pictureShares.map((share) => (
        <Press
          key={share}
          label={`${share}%`}
          active={(figure.width ?? '100') === String(share)}
          onClick={() => change({ width: share === 100 ? null : String(share) })}
        />
      ))}
      <Press
        label={t('articleEditor.pictureRemove')}
        onClick={() => editor.chain().focus().deleteNode('figure').run()}
      />
    </>
  )
}
