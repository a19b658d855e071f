// Starts `mqtune lsp` for the files of the workspace; without it, formats with `mqtune fmt`.
const { spawn } = require("node:child_process");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["mqsc", "mqini", "yaml", "shellscript", "json", "dockerfile", "dockercompose", "helm", "ansible", "bat"];
const PATTERNS = ["**/mqtune.toml", "**/*.ini"]; // the settings, and ini files with other names
let client;

async function activate(context) {
  const settings = vscode.workspace.getConfiguration("mqtune");
  const command = settings.get("path");
  if (settings.get("server") && (await runs(command, ["lsp", "--help"]))) {
    const documentSelector = [
      ...LANGUAGES.map((language) => ({ scheme: "file", language })),
      ...PATTERNS.map((pattern) => ({ scheme: "file", pattern })),
    ];
    client = new LanguageClient("mqtune", "mqtune", { command, args: ["lsp"] }, { documentSelector });
    await client.start();
    return;
  }
  context.subscriptions.push(
    vscode.languages.registerDocumentFormattingEditProvider("mqsc", {
      provideDocumentFormattingEdits: (document) => format(command, document, []),
    }),
    vscode.languages.registerDocumentRangeFormattingEditProvider("mqsc", {
      provideDocumentRangeFormattingEdits: (document, range) =>
        format(command, document, ["--range", `${range.start.line + 1}-${range.end.line + 1}`]),
    }),
  );
}

async function deactivate() {
  await client?.stop();
}

// Whether a command can be started and succeeds.
function runs(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "ignore" });
    child.on("error", () => resolve(false));
    child.on("close", (status) => resolve(status === 0));
  });
}

// The edit that formats a document, or a part of it.
async function format(command, document, more) {
  const text = document.getText();
  const args = ["fmt", "-", "--quiet", "--stdin-filename", document.fileName, ...more];
  const formatted = await output(command, args, text);
  const end = document.positionAt(text.length);
  return formatted === text ? [] : [vscode.TextEdit.replace(new vscode.Range(new vscode.Position(0, 0), end), formatted)];
}

function output(command, args, input) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args);
    const out = [];
    const wrong = [];
    child.stdout.on("data", (part) => out.push(part));
    child.stderr.on("data", (part) => wrong.push(part));
    child.on("error", reject);
    child.on("close", (status) =>
      status === 0 ? resolve(Buffer.concat(out).toString()) : reject(new Error(Buffer.concat(wrong).toString())),
    );
    child.stdin.end(input);
  });
}

module.exports = { activate, deactivate };
