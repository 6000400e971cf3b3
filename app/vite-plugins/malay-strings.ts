/**
 * React Aria's own texts in Malay, with the same keys as in English, which a test checks. Functions are copied as text into
 * React Aria's modules, so they may use only their parameters. Malay has no plural forms.
 */
type Args = Record<string, string | number | boolean>
interface Formatter {
  number: (value: unknown) => string
}
export type Message = string | ((args: Args, formatter: Formatter) => string)

export const malayStrings: Record<string, Record<string, Message>> = {
  'react-aria-components': {
    selectPlaceholder: 'Pilih satu',
    tableResizer: 'Pelaras lebar',
    dropzoneLabel: 'Ruang letak',
    colorSwatchPicker: 'Contoh warna',
  },
  'react-aria/autocomplete': { collectionLabel: 'Cadangan' },
  'react-aria/breadcrumbs': { breadcrumbs: 'Laluan halaman' },
  'react-aria/calendar': {
    previous: 'Sebelumnya',
    next: 'Seterusnya',
    selectedDateDescription: (args) => `Tarikh dipilih: ${args.date}`,
    selectedRangeDescription: (args) => `Julat dipilih: ${args.dateRange}`,
    todayDate: (args) => `Hari ini, ${args.date}`,
    todayDateSelected: (args) => `Hari ini, ${args.date} dipilih`,
    dateSelected: (args) => `${args.date} dipilih`,
    startRangeSelectionPrompt: 'Klik untuk mula memilih julat tarikh',
    finishRangeSelectionPrompt: 'Klik untuk selesai memilih julat tarikh',
    minimumDate: 'Tarikh pertama yang ada',
    maximumDate: 'Tarikh terakhir yang ada',
    dateRange: (args) => `${args.startDate} hingga ${args.endDate}`,
  },
  'react-aria/combobox': {
    focusAnnouncement: (args, formatter) =>
      (args.isGroupChange ? `Memasuki kumpulan ${args.groupTitle}, dengan ${formatter.number(args.groupCount)} pilihan. ` : '') +
      args.optionText +
      (args.isSelected ? ', dipilih' : ''),
    countAnnouncement: (args, formatter) => `${formatter.number(args.optionCount)} pilihan tersedia.`,
    selectedAnnouncement: (args) => `${args.optionText}, dipilih`,
    buttonLabel: 'Tunjukkan cadangan',
    listboxLabel: 'Cadangan',
  },
  'react-aria/datepicker': {
    era: 'era',
    year: 'tahun',
    month: 'bulan',
    day: 'hari',
    hour: 'jam',
    minute: 'minit',
    second: 'saat',
    dayPeriod: 'PG/PTG',
    calendar: 'Kalendar',
    startDate: 'Tarikh mula',
    endDate: 'Tarikh tamat',
    weekday: 'hari dalam minggu',
    timeZoneName: 'zon waktu',
    selectedDateDescription: (args) => `Tarikh dipilih: ${args.date}`,
    selectedRangeDescription: (args) => `Julat dipilih: ${args.startDate} hingga ${args.endDate}`,
    selectedTimeDescription: (args) => `Waktu dipilih: ${args.time}`,
  },
  'react-aria/dnd': {
    dragItem: (args) => `Seret ${args.itemText}`,
    dragSelectedItems: (args, formatter) => `Seret ${formatter.number(args.count)} item yang dipilih`,
    dragDescriptionKeyboard: 'Tekan Enter untuk mula menyeret.',
    dragDescriptionKeyboardAlt: 'Tekan Alt + Enter untuk mula menyeret.',
    dragDescriptionTouch: 'Ketik dua kali untuk mula menyeret.',
    dragDescriptionVirtual: 'Klik untuk mula menyeret.',
    dragDescriptionLongPress: 'Tekan lama untuk mula menyeret.',
    dragSelectedKeyboard: (args, formatter) => `Tekan Enter untuk menyeret ${formatter.number(args.count)} item yang dipilih.`,
    dragSelectedKeyboardAlt: (args, formatter) => `Tekan Alt + Enter untuk menyeret ${formatter.number(args.count)} item yang dipilih.`,
    dragSelectedLongPress: (args, formatter) => `Tekan lama untuk menyeret ${formatter.number(args.count)} item yang dipilih.`,
    dragStartedKeyboard:
      'Seretan bermula. Tekan Tab untuk pergi ke tempat letak, kemudian Enter untuk meletakkan, atau Escape untuk batal.',
    dragStartedTouch: 'Seretan bermula. Pergi ke tempat letak, kemudian ketik dua kali untuk meletakkan.',
    dragStartedVirtual: 'Seretan bermula. Pergi ke tempat letak, kemudian klik atau tekan Enter untuk meletakkan.',
    endDragKeyboard: 'Sedang menyeret. Tekan Enter untuk batal.',
    endDragTouch: 'Sedang menyeret. Ketik dua kali untuk batal.',
    endDragVirtual: 'Sedang menyeret. Klik untuk batal.',
    dropDescriptionKeyboard: 'Tekan Enter untuk meletakkan. Tekan Escape untuk batal.',
    dropDescriptionTouch: 'Ketik dua kali untuk meletakkan.',
    dropDescriptionVirtual: 'Klik untuk meletakkan.',
    dropCanceled: 'Peletakan dibatalkan.',
    dropComplete: 'Peletakan selesai.',
    dropIndicator: 'penunjuk tempat letak',
    dropOnRoot: 'Letakkan di',
    dropOnItem: (args) => `Letakkan di ${args.itemText}`,
    insertBefore: (args) => `Sisipkan sebelum ${args.itemText}`,
    insertBetween: (args) => `Sisipkan di antara ${args.beforeItemText} dan ${args.afterItemText}`,
    insertAfter: (args) => `Sisipkan selepas ${args.itemText}`,
  },
  'react-aria/grid': {
    deselectedItem: (args) => `${args.item} tidak dipilih.`,
    select: 'Pilih',
    selectedCount: (args, formatter) => (args.count === 0 ? 'Tiada item dipilih.' : `${formatter.number(args.count)} item dipilih.`),
    selectedAll: 'Semua item dipilih.',
    selectedItem: (args) => `${args.item} dipilih.`,
    longPressToSelect: 'Tekan lama untuk masuk mod pemilihan.',
  },
  'react-aria/menu': { longPressMessage: 'Tekan lama atau tekan Alt + Anak Panah Bawah untuk membuka menu' },
  'react-aria/numberfield': {
    decrease: (args) => `Kurangkan ${args.fieldLabel}`,
    increase: (args) => `Tambah ${args.fieldLabel}`,
    numberField: 'Medan nombor',
  },
  'react-aria/overlays': { dismiss: 'Tutup' },
  'react-aria/searchfield': { 'Clear search': 'Kosongkan carian' },
  'react-aria/spinbutton': { Empty: 'Kosong' },
  'react-aria/steplist': { steplist: 'Senarai langkah' },
  'react-aria/table': {
    select: 'Pilih',
    selectAll: 'Pilih semua',
    sortable: 'lajur yang boleh diisih',
    ascending: 'menaik',
    descending: 'menurun',
    ascendingSort: (args) => `diisih mengikut lajur ${args.columnName} secara menaik`,
    descendingSort: (args) => `diisih mengikut lajur ${args.columnName} secara menurun`,
    columnSize: (args) => `${args.value} piksel`,
    resizerDescription: 'Tekan Enter untuk mula melaras lebar',
    expand: 'Kembangkan',
    collapse: 'Kuncupkan',
  },
  'react-aria/tag': {
    removeDescription: 'Tekan Delete untuk membuang tag.',
    removeButtonLabel: 'Buang',
  },
  'react-aria/toast': {
    close: 'Tutup',
    notifications: (args, formatter) => `${formatter.number(args.count)} pemberitahuan.`,
  },
  'react-aria/tooltip': { longPressMessage: 'Tekan lama untuk membuka pratonton' },
  'react-aria/tree': { expand: 'Kembangkan', collapse: 'Kuncupkan' },
  'react-stately/datepicker': {
    rangeUnderflow: (args) => `Nilai mestilah ${args.minValue} atau selepasnya.`,
    rangeOverflow: (args) => `Nilai mestilah ${args.maxValue} atau sebelumnya.`,
    rangeReversed: 'Tarikh mula mestilah sebelum tarikh tamat.',
    unavailableDate: 'Tarikh yang dipilih tidak tersedia.',
  },
}
