import { stemmer } from '@orama/stemmers/indonesian';
import type { Locale } from '../locale.js';

export const id: Locale = {
  script: 'Latin',
  iso3: 'ind',
  eldCode: 'ms',
  commonWords: `dan yang di ke dari untuk dengan adalah apa siapa kapan mana mengapa bagaimana berapa tidak ini itu saya kami pada oleh
    akan atau telah dapat bisa sudah belum juga lebih dalam sebagai tersebut harus setiap oleh karena jika maka seperti tahun anda`,
  stemmer,
  negations: 'tidak bukan jangan tanpa belum tak dilarang kecuali',
  conditions: 'jika kalau kecuali apabila asalkan syarat bila',
  provisos: { words: 'kecuali' },
  introducingWords: `yang di ke dari pada dalam dan juga ini itu adalah seperti menurut sesuai berdasarkan bahwa mengatakan menyatakan tertulis berbunyi menyebutkan
    menjelaskan mendefinisikan mengutip kutipan persis berikut tepat
    kebijakan dokumen buku panduan pedoman teks sumber halaman bagian bab paragraf pasal klausul kontrak perjanjian laporan jawaban kalimat aturan peraturan`,
  reversingWords:
    'salah palsu bohong mitos rumor menyangkal membantah meragukan konon sebaliknya abaikan lupakan jarang',
  everybodyWords: 'semua setiap siapapun selalu',
  onlyWords: 'hanya cuma',
  titles: { contents: 'daftar isi' },
  rolesByPlace: true,
  commands: { write: 'simpan|tulis|buat', run: 'jalankan|hitung', file: 'berkas' },
};
