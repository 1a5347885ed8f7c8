import type { Plugin } from 'vite'

const FROM_ANTD = /import\s*\{([^}]*)\}\s*from\s*["']antd["'];?/g

/** The files behind the door: `export { default as QRCode } from './qr-code'`. */
function readDoor(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/export \{ default as (\w+) \} from ["']\.\/([^"']+)["']/g)
  return new Map([...lines].map(([, name = '', file = '']) => [name, file]))
}

/**
 * `import { Button } from 'antd'` becomes an import of the button's own file: through the one door of the library every
 * screen would seem to need all of it, and the build could not tell which screen needs what.
 */
export function directImports(doorText: string): Plugin {
  const door = readDoor(doorText)
  return {
    name: 'direct-imports',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { code: /["']antd["']/, id: { exclude: /node_modules/ } },
      handler(code) {
        const direct = code.replaceAll(FROM_ANTD, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '')
            .map((name) => {
              const [exported = '', local = exported] = name.split(/\s+as\s+/)
              const file = door.get(exported)
              return file ? `import ${local} from 'antd/es/${file}';` : `import { ${name} } from 'antd';`
            })
            .join(' '),
        )
        return { code: direct, map: null }
      },
    },
  }
}
