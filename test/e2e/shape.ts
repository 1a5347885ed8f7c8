/**
 * The input of the axe check, as one text: its elements with their attributes, states and colors, without the texts,
 * addresses, ids, lengths and numbers in which the same screen differs from journey to journey. Equal neighbors (rows
 * of a table, entries of a list) count once.
 */

/** Runs in the page: it may use nothing from outside of itself. */
export async function shapeOf(): Promise<string> {
  const left = new Set(['SCRIPT', 'STYLE', 'LINK', 'META', 'NOSCRIPT', 'TEMPLATE'])
  const references = new Set(['for', 'aria-controls', 'aria-labelledby', 'aria-describedby', 'aria-owns', 'headers'])
  const counted = new Set([
    'aria-label',
    'title',
    'alt',
    'placeholder',
    'value',
    'href',
    'src',
    'srcset',
    'content',
    'lang',
  ])
  const active = document.activeElement

  function shapeOfStyle(style: string): string {
    return style
      .replace(/transform-origin:[^;]*;/, '')
      .replace(/-?[\d.]+px/g, 'length')
      .replace(/(width|height|left|right|top|bottom): -?[\d.]+%/g, '$1: share')
  }

  function attributeOf({ name, value }: Attr): string {
    if (name === 'id' || name.startsWith('data-row') || name.startsWith('data-menu')) return ''
    if (name === 'aria-activedescendant' || references.has(name)) {
      const isFound = value.split(/\s+/).every((id) => document.getElementById(id) !== null)
      return `${name}=${isFound}`
    }
    if (counted.has(name)) return `${name}=${value.trim() === '' ? 'empty' : 'some'}`
    if (name === 'style') return `style=${shapeOfStyle(value)}`
    return `${name}=${value.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replace(/\d+/g, '0')}`
  }

  function shapeOfElement(element: Element): string {
    if (element.classList.contains('ant-wave')) return ''
    const attributes = [...element.attributes].map(attributeOf).filter((text) => text !== '')
    const children: string[] = []
    for (const node of element.childNodes) {
      let child = ''
      if (node instanceof Element) child = left.has(node.tagName) ? '' : shapeOfElement(node)
      else if (node.nodeType === Node.TEXT_NODE) child = (node.textContent ?? '').trim() === '' ? '' : 'text'
      if (child !== '' && child !== children.at(-1)) children.push(child)
    }
    const focus = element === active && element !== document.body ? '*' : ''
    // A box of nothing: what the ripple of a press leaves behind, for one.
    if (
      children.length === 0 &&
      attributes.every((text) => text.startsWith('style=')) &&
      /^(DIV|SPAN)$/.test(element.tagName)
    )
      return ''
    return `<${element.tagName}${focus} ${attributes.sort().join(' ')}>${children.join('')}</>`
  }

  const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const shape = `${scheme} ${innerWidth} ${shapeOfElement(document.documentElement)}`
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(shape))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
