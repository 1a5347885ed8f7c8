import '../rich-text.css'
import './article.css'
import '#web/ui/prose.css'
import { isInTable } from '@tiptap/pm/tables'
import { type Editor, EditorContent, useEditorState } from '@tiptap/react'
import { Drawer, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { visibleLength } from '#kit/visible-length.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { pictureUrl } from '#web/ui/picture.ts'
import { chosenFormula } from '../FormulaTool.tsx'
import { ArticleMenu } from './ArticleMenu.tsx'
import { ArticleTools } from './ArticleTools.tsx'
import type { ArticleEditorProps } from './article-props.ts'
import { headingsOf, textOf } from './article-text.ts'
import { type Chosen, ContextTools } from './ContextTools.tsx'
import { blockCommands, markCommands } from './commands.tsx'
import { FindBar } from './FindBar.tsx'
import { OutlineList } from './OutlineList.tsx'
import { triggerOf } from './trigger.ts'
import { useArticleEditor } from './use-article-editor.ts'
import { WordImport } from './WordImport.tsx'

const isWide = () => window.matchMedia('(min-width: 1000px)').matches

function chosenIn(editor: Editor): Chosen {
  const { callout } = editor.getAttributes('blockquote') as { callout?: string | null }
  const figure = editor.isActive('figure')
    ? (editor.getAttributes('figure') as NonNullable<Chosen['figure']>)
    : undefined
  return {
    figure: figure && { alt: figure.alt, align: figure.align, width: figure.width },
    isTable: isInTable(editor.state),
    code: editor.isActive('codeBlock') ? String(editor.getAttributes('codeBlock').language ?? '') : undefined,
    callout: callout ?? undefined,
  }
}

const lookAt = (editor: Editor, hasMembers: boolean) => ({
  active: [...blockCommands, ...markCommands].filter(({ active }) => active?.(editor)).map(({ name }) => name),
  link: String(editor.getAttributes('link').href ?? ''),
  formula: chosenFormula(editor),
  chosen: chosenIn(editor),
  headings: headingsOf(editor.state.doc),
  length: visibleLength(textOf(editor.state.doc)),
  trigger: editor.isEditable && editor.isFocused ? triggerOf(editor.state, hasMembers) : undefined,
})

const KEYS = [
  'bold',
  'italic',
  'underline',
  'undo',
  'redo',
  'heading',
  'bullets',
  'numbers',
  'quote',
  'code',
  'find',
  'menu',
  'mention',
] as const

/** An editor for long texts: outline, tables, code, pictures, files, mentions, and a menu at the slash. */
export default function ArticleEditor(props: ArticleEditorProps) {
  const { readOnly = false, lengthMax, library, members, wordImport = false } = props
  const t = useText('catalog')
  const keys = useRef<((event: KeyboardEvent) => boolean) | undefined>(undefined)
  const fileInput = useRef<HTMLInputElement>(null)
  const editor = useArticleEditor(props, keys)
  const state = useEditorState({ editor, selector: ({ editor: now }) => now && lookAt(now, members !== undefined) })
  const [open, setOpen] = useState<'find' | 'library' | 'help' | 'word'>()
  const [isOutlined, setOutlined] = useState(isWide)
  const [isFull, setFull] = useState(false)
  const [closedAt, setClosedAt] = useState<number>()
  const close = () => setOpen(undefined)
  useEffect(() => {
    if (state && state.trigger?.from !== closedAt) setClosedAt(undefined)
  }, [state, closedAt])
  if (!editor || !state) return null
  const toggle = (what: NonNullable<typeof open>) => setOpen(open === what ? undefined : what)
  const goTo = (at: number) => {
    editor
      .chain()
      .focus()
      .setTextSelection(at + 1)
      .run()
    const dom = editor.view.nodeDOM(at)
    if (dom instanceof HTMLElement) dom.scrollIntoView({ block: 'start', behavior: 'smooth' })
    if (!isWide()) setOutlined(false)
  }
  const outline = (
    <OutlineList headings={state.headings} onChoose={({ at }) => goTo(at)} empty={t('articleEditor.outlineNone')} />
  )
  const isTooLong = lengthMax !== undefined && state.length > lengthMax
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of what stands in it.
    <div
      className={isFull ? 'sy-rich sy-article-editor sy-article-full' : 'sy-rich sy-article-editor'}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isFull && !event.defaultPrevented && !event.nativeEvent.isComposing)
          setFull(false)
        if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        setOpen('find')
      }}
    >
      {!readOnly && (
        <ArticleTools
          editor={editor}
          state={state}
          fileInput={fileInput}
          more={{
            openLibrary: library && (() => setOpen('library')),
            importWord: wordImport ? () => setOpen('word') : undefined,
            toggleFind: () => toggle('find'),
            toggleOutline: () => setOutlined(!isOutlined),
            toggleFull: () => setFull(!isFull),
            openHelp: () => setOpen('help'),
            ...{ isFull, isOutlined },
          }}
        />
      )}
      {!readOnly && <ContextTools editor={editor} chosen={state.chosen} />}
      {open === 'find' && (
        <FindBar
          editor={editor}
          onClose={() => {
            close()
            editor.commands.focus()
          }}
        />
      )}
      <div className="sy-article-body">
        <EditorContent editor={editor} className="sy-rich-text" />
        {isOutlined && isWide() && <aside aria-label={t('articleEditor.outline')}>{outline}</aside>}
      </div>
      <footer className="sy-article-foot">
        <span data-wrong={isTooLong || undefined} role={isTooLong ? 'alert' : undefined}>
          {lengthMax === undefined
            ? t('articleEditor.length', { count: state.length })
            : t('articleEditor.lengthOf', { count: state.length, max: lengthMax })}
        </span>
        {!readOnly && <span>{t('articleEditor.hint')}</span>}
      </footer>
      {state.trigger && state.trigger.from !== closedAt && (
        <ArticleMenu
          {...{ editor, members, keys }}
          trigger={state.trigger}
          extra={[
            {
              ...{ name: 'picture', sign: <Icon name="image" size={16} />, words: 'picture file tp wj tupian wenjian' },
              run: () => fileInput.current?.click(),
            },
          ]}
          onClose={() => setClosedAt(state.trigger?.from)}
        />
      )}
      <Drawer open={isOutlined && !isWide()} title={t('articleEditor.outline')} onClose={() => setOutlined(false)}>
        {outline}
      </Drawer>
      {open === 'library' &&
        library?.({
          onClose: close,
          onChosen({ name, path }) {
            const attrs = { src: pictureUrl(path), alt: name }
            editor.chain().focus().insertContent({ type: 'figure', attrs }).run()
            close()
          },
        })}
      {open === 'word' && <WordImport editor={editor} onClose={close} />}
      <Modal open={open === 'help'} title={t('articleEditor.keys')} footer={null} onCancel={close}>
        <dl className="sy-article-keys">
          {KEYS.map((key) => (
            <div key={key}>
              <dt>
                <kbd>{t(`articleEditor.key.${key}.keys`)}</kbd>
              </dt>
              <dd>{t(`articleEditor.key.${key}.does`)}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </div>
  )
}
