import type { Editor } from '@tiptap/react'
import type { ReactNode, RefObject } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { FormulaTool } from '../FormulaTool.tsx'
import { LinkTool } from '../LinkTool.tsx'
import { ToolButton } from '../ToolButton.tsx'
import { align, blockCommands, type Command, markCommands } from './commands.tsx'
import { uploadInto } from './uploads.ts'

const alignmentNames = ['left', 'center', 'right'] as const

export interface ToolsState {
  readonly active: readonly string[]
  readonly link: string
  readonly formula: string | undefined
}

export interface MoreTools {
  readonly openLibrary: (() => void) | undefined
  readonly importWord: (() => void) | undefined
  readonly toggleFind: () => void
  readonly toggleOutline: () => void
  readonly toggleFull: () => void
  readonly openHelp: () => void
  readonly isFull: boolean
  readonly isOutlined: boolean
}

interface Props {
  readonly editor: Editor
  readonly state: ToolsState
  readonly more: MoreTools
  /** Chooses files: the menu in the text opens it, too. */
  readonly fileInput: RefObject<HTMLInputElement | null>
}

const alignSigns: Readonly<Record<string, ReactNode>> = { left: '⇤', center: '⇔', right: '⇥' }

/** The tools above an article. */
export function ArticleTools({ editor, state, more, fileInput }: Props) {
  const t = useText('catalog')
  const tool = ({ name, sign, run, active }: Command) => (
    <ToolButton
      key={name}
      label={t(`articleEditor.block.${name}`)}
      active={active ? state.active.includes(name) : undefined}
      onClick={() => run(editor, t)}
    >
      {sign}
    </ToolButton>
  )
  return (
    <div className="sy-flow sy-rich-tools" role="toolbar" aria-label={t('editor.tools')}>
      <ToolButton label={t('editor.undo')} onClick={() => editor.chain().focus().undo().run()}>
        <Icon name="undo" size={16} />
      </ToolButton>
      <ToolButton label={t('articleEditor.redo')} onClick={() => editor.chain().focus().redo().run()}>
        <span className="sy-article-redo">
          <Icon name="undo" size={16} />
        </span>
      </ToolButton>
      {[...blockCommands.slice(0, 3), ...markCommands, ...blockCommands.slice(3)].map(tool)}
      {alignmentNames.map((to) => (
        <ToolButton key={to} label={t(`articleEditor.align.${to}`)} onClick={() => align(editor, to)}>
          {alignSigns[to]}
        </ToolButton>
      ))}
      <LinkTool editor={editor} href={state.link} />
      <FormulaTool editor={editor} chosen={state.formula} />
      <ToolButton label={t('articleEditor.files')} onClick={() => fileInput.current?.click()}>
        <Icon name="upload" size={16} />
      </ToolButton>
      <input
        ref={fileInput}
        type="file"
        multiple
        className="sy-visually-hidden"
        tabIndex={-1}
        aria-label={t('articleEditor.files')}
        onChange={(event) => {
          for (const file of event.target.files ?? []) uploadInto(editor, t, file)
          event.target.value = ''
        }}
      />
      {more.openLibrary && (
        <ToolButton label={t('articleEditor.library')} onClick={more.openLibrary}>
          <Icon name="image" size={16} />
        </ToolButton>
      )}
      {more.importWord && (
        <ToolButton label={t('articleEditor.word')} onClick={more.importWord}>
          <Icon name="file" size={16} />
        </ToolButton>
      )}
      <span className="sy-article-right sy-inline">
        <ToolButton label={t('articleEditor.find')} onClick={more.toggleFind}>
          <Icon name="search" size={16} />
        </ToolButton>
        <ToolButton label={t('articleEditor.outline')} active={more.isOutlined} onClick={more.toggleOutline}>
          <Icon name="menu" size={16} />
        </ToolButton>
        <ToolButton label={t('articleEditor.full')} active={more.isFull} onClick={more.toggleFull}>
          [ ]
        </ToolButton>
        <ToolButton label={t('articleEditor.keys')} onClick={more.openHelp}>
          ?
        </ToolButton>
      </span>
    </div>
  )
}
