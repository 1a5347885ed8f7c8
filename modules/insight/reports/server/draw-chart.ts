/** Charts drawn by the server as SVG, with the parts of ECharts that the browser draws them with. */
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { type ChartData, type ChartLook, chartOption } from '../contract/chart-option.ts'

use([BarChart, LineChart, PieChart, AriaComponent, GridComponent, LegendComponent, SVGRenderer])

/** The colors of `web/theme/palette.ts`, which the server does not import. */
const looks: Readonly<Record<'light' | 'dark', ChartLook>> = {
  light: {
    ...{ ink: '#1d2226', faint: '#62676a', line: '#e5dfd3', font: 'sans-serif' },
    series: ['#1f5c85', '#b93a22', '#33714f', '#946013', '#62676a'],
  },
  dark: {
    ...{ ink: '#ece8df', faint: '#979a9c', line: '#2d3338', font: 'sans-serif' },
    series: ['#7fb8de', '#d9573d', '#7fc09a', '#dcb064', '#979a9c'],
  },
}

const size = { width: 640, height: 320 } as const

/** An SVG for use as a picture: it has no script, and its texts are escaped. */
export function drawChart(data: ChartData, theme: 'light' | 'dark'): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    // Nobody points at a picture.
    const { tooltip: _, ...option } = chartOption(data, looks[theme])
    chart.setOption(option)
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
