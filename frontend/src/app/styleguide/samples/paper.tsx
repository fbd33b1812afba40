import { QrCode } from '../../../ui/qr-code.js';
import { PrintButton, Sheet, Sheets } from '../../../ui/sheet.js';

function Paper() {
  return (
    <>
      <PrintButton>Skriv ut</PrintButton>
      <QrCode text="https://resq.example/join" label="Kod på skärmen" />
      <Sheets>
        <Sheet half>
          <p>Halv sida</p>
          <QrCode
            text="https://resq.example/join"
            label="Kod på papper"
            ecc="quartile"
            className="sheet-qr"
          />
        </Sheet>
      </Sheets>
    </>
  );
}
export const paper = { Sample: Paper, shows: { PrintButton, QrCode, Sheets, Sheet } };
